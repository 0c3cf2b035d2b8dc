// The card that explains one thing of a game. It lies beside that thing, inside of the window.

const MARGIN = 8; // pixels between the card, the thing and the edges of the window
const source = document.getElementById("terms"); // the game's terms, as base.html writes them
const terms = source ? JSON.parse(source.textContent) : {};

let thing = null; // the element that is explained now
let home = null; // the element from which the focus came to the card

const card = document.createElement("div");
card.className = "explained";
card.popover = "manual";
const aloud = document.createElement("p");
aloud.className = "visually-hidden";
aloud.setAttribute("role", "status");
document.body.append(card, aloud);

/** Returns the paragraphs about an element: the words about just this one, and the text about its kind. */
function paragraphs(element) {
  return [element.dataset.explainWords, terms[element.dataset.explain]?.text].filter(Boolean);
}

/** Returns whether something is known about an element. */
export function isExplained(element) {
  return paragraphs(element).length > 0;
}

/** Returns the element that is explained now, or null. */
export function explainedThing() {
  return thing;
}

/** Returns whether a node is a part of the card. */
export function isOnCard(node) {
  return card.contains(node);
}

/** Explain an element. With `speak`, screen readers read the card out. */
export function show(element, speak = false) {
  thing = element;
  const term = terms[element.dataset.explain];
  card.replaceChildren(...[heading(term), ...paragraphs(element).map(paragraph), ruleLinks(term)].filter(Boolean));
  if (!card.matches(":popover-open")) card.showPopover();
  place();
  if (speak) say([term?.name, ...paragraphs(element)].filter(Boolean).join(". "));
}

export function hide() {
  if (card.contains(document.activeElement)) home?.focus();
  if (thing) card.hidePopover();
  thing = null;
}

// A link on the card opens the rules, and the card shall not cover them.
card.addEventListener("click", (event) => event.target.closest("a") && hide());

/** Let screen readers read out a sentence. */
export function say(words) {
  aloud.textContent = words;
}

/** Move the focus by the key Tab: from where it is to the first link of the card, on to the other links, and back.
 * Returns whether it moved. After the last link it is back where it came from, and Tab goes on from there. */
export function stepLinks(by) {
  const links = thing ? [...card.querySelectorAll("a")] : [];
  const at = links.indexOf(document.activeElement);
  if (!links.length || (at < 0 && by < 0)) return false;
  if (at < 0) home = document.activeElement;
  const next = links[at + by] ?? home;
  next.focus();
  return next !== home || by < 0;
}

function heading(term) {
  if (!term) return null;
  const name = document.createElement("strong");
  name.textContent = term.name;
  return name;
}

function paragraph(words) {
  const element = document.createElement("p");
  element.textContent = words;
  return element;
}

function ruleLinks(term) {
  if (!term?.rules.length) return null;
  const links = document.createElement("p");
  links.className = "explained-rules";
  links.append(...term.rules.map(ruleLink));
  return links;
}

function ruleLink(id) {
  const link = document.createElement("a");
  link.href = `/rules/${source.dataset.game}#${id}`;
  link.dataset.rule = id;
  link.textContent = `Rule ${id}`;
  // A table page must stay open. The rules themselves are one page, on which the link only scrolls.
  if (!location.pathname.startsWith("/rules/")) link.target = "_blank";
  return link;
}

/** Returns a coordinate at which something of this length lies inside of the window. */
function inside(wanted, length, room) {
  return Math.max(MARGIN, Math.min(wanted, room - length - MARGIN));
}

/** Put the card below, above or beside the thing: in the first of these places that is in the window and covers neither
 * the thing nor another choice. If there is none, it covers as little of them as possible. */
function place() {
  const { clientWidth: width, clientHeight: height } = document.documentElement;
  const at = thing.getBoundingClientRect();
  const size = { width: card.offsetWidth, height: card.offsetHeight };
  const choices = [...document.querySelectorAll(".pick.lit")].filter((each) => !each.contains(thing));
  const kept = choices.map((each) => each.getBoundingClientRect()).filter((each) => each.width > 0);
  const cost = (spot) => CRUCIAL * overlap(spot, size, at) + sum(kept.map((each) => overlap(spot, size, each)));
  const spots = around(at, size).map(([left, top]) => ({
    left: inside(left, size.width, width),
    top: inside(top, size.height, height),
  }));
  const best = spots.reduce((one, other) => (cost(other) < cost(one) ? other : one));
  card.style.top = `${best.top}px`;
  card.style.left = `${best.left}px`;
}

const CRUCIAL = 1000; // how many times as bad it is to cover the thing itself

/** Returns the places around a thing, the best first, each as its left and upper edge. Besides the middle of each side
 * there are the corners, and then the edges of the window, which may be far away from the thing. */
function around(at, { width, height }) {
  const [before, below] = [at.left - MARGIN - width, at.bottom + MARGIN];
  const [after, above] = [at.right + MARGIN, at.top - MARGIN - height];
  const [middle, level] = [at.left + at.width / 2 - width / 2, at.top + at.height / 2 - height / 2];
  const near = [[middle, below], [middle, above], [after, level], [before, level]];
  const corners = [before, at.left, at.right - width, after].flatMap((left) => [[left, below], [left, above]]);
  const edges = [0, innerHeight].flatMap((top) => [middle, 0, innerWidth].map((left) => [left, top]));
  return [...near, ...corners, ...edges];
}

/** Returns how many square pixels of a box the card would cover at this spot. */
function overlap(spot, size, box) {
  const wide = Math.min(spot.left + size.width, box.right) - Math.max(spot.left, box.left);
  const high = Math.min(spot.top + size.height, box.bottom) - Math.max(spot.top, box.top);
  return Math.max(0, wide) * Math.max(0, high);
}

function sum(numbers) {
  return numbers.reduce((total, each) => total + each, 0);
}

/** Returns the element that shows the same as one which is no longer on the page, or undefined. */
function successor(gone) {
  const wanted = ["explain", "pick", "piece"];
  const same = (each) => wanted.every((name) => each.dataset[name] === gone.dataset[name]);
  return [...document.querySelectorAll("[data-explain]")].find((each) => same(each) && each.checkVisibility());
}

/** After a change of the page, explain the same thing as before if it is still there. */
function follow() {
  if (!thing || (thing.isConnected && thing.checkVisibility())) return;
  const next = thing.isConnected ? undefined : successor(thing);
  if (next && isExplained(next)) show(next);
  else hide();
}

new MutationObserver(follow).observe(document.body, { childList: true, subtree: true });
addEventListener("resize", hide);
addEventListener("scroll", (event) => card.contains(event.target) || (thing && place()), true);
