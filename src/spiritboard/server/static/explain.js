// Explains the symbols, numbers and words of a game, which templates mark with data-explain.
//
// A mouse explains what it rests on. A finger explains what it touches, or what it holds if a touch would pick it.
// The keyboard explains what has the focus: after a while, or at once with the key "?". And the button "Explain" makes
// everything a target: a touch only explains, and the arrow keys go from one thing to the next.

import { explainedThing, hide, isExplained, isOnCard, say, show, stepLinks } from "./explain_card.js";

const HOVER_DELAY = 450; // milliseconds
const LEAVE_DELAY = 300; // in which the mouse can reach the card
const FOCUS_DELAY = 900; // longer, because people step through many picks
const HOLD_DELAY = 500;
const SLIP = 12; // pixels that a finger may move while it touches or holds
const ACTIVE = "button:not(:disabled), a[href], summary, input, select, label"; // a touch does something else here

const button = document.getElementById("explain");
const bar = document.getElementById("explain-bar");

let openedBy = ""; // hover, focus, key or touch
let later = 0; // the timer of the next card, or of the end of this one
let focusLater = 0; // the timer of the card for what has the focus
let press = null; // the pointer that is down: the thing below it, where and what it is, and what was explained before
let hold = 0; // the timer of a finger that is held
let swallow = false; // the click that follows is no pick, because the finger was held

/** Returns the explained element at or around a node, or undefined. */
function explainedAt(node) {
  const found = node?.closest?.("[data-explain]");
  return found && isExplained(found) ? found : undefined;
}

function open(element, by) {
  clearTimers();
  openedBy = by;
  show(element, by === "key");
}

function clearTimers() {
  clearTimeout(later);
  clearTimeout(focusLater);
}

function openLater(element, by, delay) {
  return setTimeout(() => element.isConnected && open(element, by), delay);
}

function isOn() {
  return button?.getAttribute("aria-pressed") === "true";
}

// The mouse.

let rest = ""; // where the pointer was last

/** Returns whether the pointer itself has moved. A table that is drawn anew below it explains nothing by that. */
function hasMoved(event) {
  const before = rest;
  rest = `${event.clientX} ${event.clientY}`;
  return rest !== before;
}

document.addEventListener("pointerover", (event) => {
  if (event.pointerType === "touch" || isOn() || !hasMoved(event)) return;
  const found = explainedAt(event.target);
  if (!found && !isOnCard(event.target)) leave();
  else clearTimeout(later);
  if (found && found !== explainedThing()) later = openLater(found, "hover", HOVER_DELAY);
});

document.documentElement.addEventListener("pointerleave", leave);

function leave() {
  clearTimeout(later);
  if (openedBy === "hover") later = setTimeout(hide, LEAVE_DELAY);
}

// Touch, and clicks on things that cannot be picked.

document.addEventListener("pointerdown", (event) => {
  hasMoved(event);
  swallow = false;
  clearTimers();
  if (isOnCard(event.target)) return;
  const element = explainedAt(event.target);
  const touch = event.pointerType === "touch";
  press = { element, touch, x: event.clientX, y: event.clientY, before: explainedThing() };
  hide();
  clearTimeout(hold);
  if (element && touch) hold = setTimeout(explainHeld, HOLD_DELAY, element);
});

function explainHeld(element) {
  press = null;
  swallow = true;
  open(element, "touch");
}

function release() {
  clearTimeout(hold);
  press = null;
}

document.addEventListener("pointermove", (event) => {
  hasMoved(event);
  if (press && Math.hypot(event.clientX - press.x, event.clientY - press.y) > SLIP) release();
});
document.addEventListener("pointercancel", release);

document.addEventListener("pointerup", (event) => {
  const { element, before } = press ?? {};
  release();
  // A second touch on the same thing only closes its card.
  if (!element || element === before || (!isOn() && event.target.closest(ACTIVE))) return;
  open(element, "touch");
});

// A finger that is held opens the browser's menu on some phones.
document.addEventListener("contextmenu", (event) => {
  if (swallow || (press?.touch && press.element)) event.preventDefault();
});

addEventListener(
  "click",
  (event) => {
    if (!swallow && !(isOn() && event.target.closest("#live"))) return;
    swallow = false;
    event.preventDefault();
    event.stopImmediatePropagation();
  },
  true,
);

// The keyboard.

let stepping = false; // a key that moves the focus is down

/** Returns the explained element of the element with the focus: around it, or the first one in it. */
function explainedAtFocus() {
  const focused = document.activeElement;
  if (focused === document.body) return undefined;
  return explainedAt(focused) ?? [...focused.querySelectorAll("[data-explain]")].find(isExplained);
}

document.addEventListener("focusin", (event) => {
  if (isOnCard(event.target) || isOn()) return;
  clearTimeout(focusLater);
  if (openedBy === "focus") hide();
  const found = stepping && explainedAtFocus();
  if (found) focusLater = openLater(found, "focus", FOCUS_DELAY);
});

const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

addEventListener("keyup", () => (stepping = false));
addEventListener(
  "keydown",
  (event) => {
    stepping = event.key === "Tab" || event.key in STEPS;
    if (takesKey(event)) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
  },
  true,
);

/** Act on a key. Returns whether nothing else shall act on it. */
function takesKey(event) {
  if (event.key === "Escape") return close();
  if (event.key === "Tab") return stepLinks(event.shiftKey ? -1 : 1);
  if (isOn() && event.key in STEPS && !document.activeElement.closest("input, select, dialog")) {
    step(STEPS[event.key]);
    return true;
  }
  return event.key === "?" && !event.target.closest("input, textarea") && toggleFocused();
}

/** Close the card, or else end "Explain". Returns whether one of them was there. */
function close() {
  const wasOpen = Boolean(explainedThing());
  const wasOn = isOn();
  if (wasOpen) hide();
  else turn(false);
  return wasOpen || wasOn;
}

function toggleFocused() {
  const found = explainedAtFocus();
  if (explainedThing()) hide();
  else if (found) open(found, "key");
  return Boolean(found);
}

// "Explain": everything is a target.

/** Returns the things to go through: the first of each kind that can be seen. */
function targets() {
  const seen = new Set();
  return [...document.querySelectorAll("[data-explain]")].filter((element) => {
    const kind = `${element.dataset.explain} ${element.dataset.explainWords ?? ""}`;
    if (seen.has(kind) || !isExplained(element) || !element.checkVisibility()) return false;
    seen.add(kind);
    return true;
  });
}

function step(by) {
  const all = targets();
  const at = all.indexOf(explainedThing());
  const next = at < 0 ? all.at(by > 0 ? 0 : -1) : all[(at + by + all.length) % all.length];
  if (!next) return;
  next.scrollIntoView({ block: "nearest" });
  open(next, "key");
}

function turn(on) {
  if (!button || on === isOn()) return;
  button.setAttribute("aria-pressed", String(on));
  document.documentElement.classList.toggle("explaining", on);
  bar.hidden = !on;
  hide();
  if (on) say(bar.querySelector("p").textContent);
}

button?.addEventListener("click", () => turn(!isOn()));
document.getElementById("explain-done")?.addEventListener("click", () => {
  turn(false);
  button.focus();
});
