// The table page, the same for every game: lights up the possible picks, sends complete moves, shows the answers.

import "./copy.js";
import { ruleAsked } from "./drawer.js";
import { noteEnd, noteMove } from "./goal.js";
import { answerPick, isTeachers, lessonFocus, lessonSocket, point, strays, teach, teachThrough } from "./lesson.js";
import { showOlder, whenOlderAreWanted } from "./log.js";
import { wholeTable } from "./parts.js";
import { showSkip, tellPace } from "./pace.js";
import { isPuzzles, markAnswer, puzzleFocus, puzzleThrough, showPuzzle } from "./puzzle.js";
import { openSheet, sheetIsOpen } from "./sheet.js";
import { chime } from "./sound.js";
import { settle, swap } from "./swap.js";
import { announce, ask, showTold, tell, tellRoundEnd } from "./telling.js";

const body = document.body;
const live = document.getElementById("live");
const veil = document.getElementById("curtain");
const title = document.title;
const banner = document.getElementById("connection");
const CONNECTION_LOST = banner.textContent;

const RESTART = 1012; // the close code of a server that is about to stop
const TOO_MUCH = 4429; // the close code if this browser asks too often or has too many pages open
const RESTARTS = "The server restarts; your table comes back by itself in a moment.";
const RESTART_TRIES = 8; // after so many tries, it is taking longer than a restart
const CONFIRM = "Confirm this move, or go back.";

let socket = null;
let tries = 0;
let restarting = false; // the server has said that it restarts, and has not answered since
let table = null; // the last update from the server that is shown
let updates = []; // updates that wait until a sheet is closed, each with its table as HTML
let roundRead = null; // the last round whose sheet was shown
let picked = []; // the picks of an incomplete move
let hint = null; // the last answer to a request for a hint
let touchOnly = matchMedia("(hover: none)").matches; // until a key is pressed
let sent = false; // a move was sent: nothing can be picked until the answer comes

// The connection to the server.

function connect() {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  socket = new WebSocket(`${scheme}://${location.host}${lessonSocket(body.dataset.socket)}`);
  let isNew = true;
  socket.addEventListener("message", (message) => {
    // Not when the socket opens: a server that refuses us opens it too, to give the reason.
    tries = 0;
    restarting = false;
    banner.hidden = true;
    const update = JSON.parse(message.data);
    receive(update);
    // A server of an older version, which cannot skip, knows no pace either. A spectator's pace does not count.
    const plays = update.seat !== null || body.dataset.passing === "yes";
    if ("skip" in update && plays) tellPace(send, isNew);
    isNew = false;
  });
  socket.addEventListener("close", (closed) => {
    sent = false;
    picked = [];
    light();
    banner.hidden = false;
    if (closed.code === 4410) {
      location.reload(); // the server now shows the page of a closed table
      return;
    }
    if (closed.code === 4403 || closed.code === 4404) {
      banner.textContent = "This table does not exist any more.";
      return;
    }
    restarting = tries < RESTART_TRIES && (restarting || closed.code === RESTART);
    banner.textContent = closed.code === TOO_MUCH ? closed.reason : restarting ? RESTARTS : CONNECTION_LOST;
    setTimeout(connect, pause(closed.code));
  });
}

/** Returns the milliseconds until the next try. They grow with each try, and they are random, so that not all pages ask
 * a server at once that has just started. */
function pause(code) {
  if (code === TOO_MUCH) return 30000 * (1 + Math.random());
  const usual = code === RESTART ? 1000 : Math.min(8000, 250 * 2 ** tries);
  tries += 1;
  return usual * (code === RESTART ? 0.5 + 1.5 * Math.random() : 0.7 + 0.6 * Math.random());
}

function send(message) {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
}

/** Returns whether the player must still decide the same thing. An update may only say that somebody came or went, or
 * that another player has chosen: then an incomplete move stays, and a move that was sent is not asked for again. */
function asksTheSame(update) {
  return table !== null && update.seat === table.seat && update.asked === table.asked;
}

function receive(update) {
  if (update.hint) {
    hint = update;
    showHint();
    if (advice()) announce([update.hint.words, ...update.hint.chances].join(" "));
    return;
  }
  if (update.older) {
    if (update.seat === table?.seat) showOlder(update.older);
    return;
  }
  if (update.error) {
    sent = false;
    picked = [];
    light();
    announce(update.error);
    answerPick(update.error);
    return;
  }
  updates.push({ update, html: wholeTable(update) });
  showUpdates();
}

function showUpdates() {
  while (updates.length && !sheetIsOpen()) {
    const { update, html } = updates.shift();
    if (hasSheet(update) && update.round_end !== roundRead) showRoundEnd(update, html);
    else show(update, html);
  }
}

/** Returns whether a round has ended before this table. In a lesson the teacher speaks of it, so there is no sheet. */
function hasSheet(update) {
  return typeof update.round_end === "number" && update.lesson === undefined;
}

/** Show the sheet of a round that is over. The table of the new round is shown when it is closed. */
function showRoundEnd(update, html) {
  roundRead = update.round_end;
  const next = document.createElement("template");
  next.innerHTML = html;
  live.querySelector(".round-end")?.remove();
  const anew = table === null || update.seat !== table.seat;
  // Under the sheet is the table of the last round, but not for another player at the same screen.
  live.classList.toggle("unseen", anew);
  tellRoundEnd(live, update, anew);
  const sheet = next.content.querySelector(".round-end");
  live.querySelector(".prompt").textContent = sheet.querySelector("h2").textContent;
  settle();
  openSheet(sheet, update.hurry, () => {
    live.classList.remove("unseen");
    updates.unshift({ update, html });
    showUpdates();
  });
}

function show(update, html) {
  const before = table;
  const turnBegins = update.your_turn && !before?.your_turn && !update.over;
  const focused = mayTakeFocus(document.activeElement);
  const pick = document.activeElement?.dataset?.pick;
  if (!asksTheSame(update)) {
    sent = false;
    picked = [];
  }
  table = update;
  teach(update);
  showPuzzle(update);
  noteEnd(update);
  ruleAsked(update.rule);
  curtain(update.pass);
  if (!update.free) document.querySelector(".invite")?.remove();
  const shown = () => {
    if (hasSheet(update)) live.querySelector(".round-end")?.remove();
    live.querySelector(`.player[data-seat="${update.seat}"]`)?.classList.add("you");
    if (watches(update)) live.querySelector(".prompt").prepend("You are watching. ");
    if (update.log) showTold(live, update.log.news); // before anything is scrolled to, because it makes the question higher
    light();
    showHint();
    showNotes();
    showSkip(live, update, send);
    refocus(focused, pick);
    ask(live.querySelector(".prompt").textContent, update.your_turn && before?.number !== update.number);
  };
  // A server of an older version sends no log.
  if (update.log) tell(update.log, before === null || before.seat !== update.seat);
  // Without motion when the curtain closes, so that the next player sees nothing of the last one's table.
  const rests = swap(live, html, update.seat, shown, Boolean(update.pass), marks(before, update));
  if (update.over && before && !before.over && update.lesson === undefined) rests.then(showEnding);
  document.title = update.your_turn && !update.over ? `● Your turn: ${title}` : title;
  if (turnBegins) chime();
}

/** Returns what becomes of the marks on pieces that others have touched since the player's last move. */
function marks(before, update) {
  const begins = update.log?.lines.some(([, heading]) => heading === "round");
  if (!before || before.seat !== update.seat || begins) return { stay: false, mark: false };
  if (update.number === before.number) return { stay: true, mark: false };
  const moved = update.moved !== before.moved;
  return { stay: !moved && update.seat !== null, mark: update.number !== update.moved };
}

/** Show the end of the game as a sheet. Afterwards it has its place in the page. */
function showEnding() {
  const ending = live.querySelector(".ending");
  if (!ending || sheetIsOpen()) return;
  const place = document.createComment("the end");
  ending.replaceWith(place);
  openSheet(ending, false, () => {
    place.replaceWith(ending);
    showUpdates();
  });
}

/** Returns whether this is a spectator's page. A page that several players share also gets a spectator's table between
 * their turns, but is not one. */
function watches(update) {
  return update.seat === null && body.dataset.passing === "no" && !update.over;
}

/** Returns whether the focus may move to the table: because it is there already, or because nothing has it. On a touch
 * screen nothing gets the focus at the start, so that no ring is drawn. */
function mayTakeFocus(element) {
  const own = [live, veil].some((part) => part.contains(element)) || isTeachers(element) || isPuzzles(element);
  return own || (element === body && !touchOnly);
}

// Picking.

/** Returns the moves that begin with the picks. */
function openPaths() {
  return (table?.paths ?? []).filter((path) => picked.every((pick, at) => path[at] === pick));
}

function ready() {
  return !sent && socket?.readyState === WebSocket.OPEN;
}

function nextPicks() {
  const longer = openPaths().filter((path) => path.length > picked.length);
  return ready() ? [...new Set(longer.map((path) => path[picked.length]))] : [];
}

/** Returns the move that the picks are, if it is complete. */
function completeMove() {
  return ready() && picked.length ? openPaths().find((path) => path.length === picked.length) : undefined;
}

/** Returns the moves that one click can make, because an element has the complete path. */
function clickablePaths() {
  return new Set(ready() && !picked.length ? openPaths().map((path) => path.join(" ")) : []);
}

function light() {
  const next = nextPicks();
  const paths = clickablePaths();
  for (const element of live.querySelectorAll("[data-pick], [data-path]")) {
    const lit = paths.has(element.dataset.path) || next.includes(element.dataset.pick);
    element.disabled = !lit;
    element.classList.toggle("lit", lit);
    element.classList.toggle("picked", picked.includes(element.dataset.pick));
  }
  listChoices(next.filter((pick) => !isOnTheTable(pick)));
  markAdvised();
  markAnswer();
  turnPanes([...next, ...paths].join(" "));
  showPointed();
  const back = document.getElementById("back");
  if (back) back.hidden = picked.length === 0;
  showQuestion();
}

/** Show the question that the last pick leads to, if it has one, and otherwise the prompt. */
function showQuestion() {
  const prompt = live.querySelector(".prompt");
  prompt.dataset.question ??= prompt.textContent;
  const last = picked.length && live.querySelector(`[data-pick="${CSS.escape(picked.at(-1))}"][data-asks]`);
  prompt.textContent = confirms() ? CONFIRM : last ? last.dataset.asks : prompt.dataset.question;
}

/** Returns whether a pick can be made on the table itself: the pick alone, or every move that begins with it. */
function isOnTheTable(pick) {
  if (live.querySelector(`[data-pick="${CSS.escape(pick)}"]:not(.choice)`)) return true;
  const begun = openPaths().filter((path) => path[picked.length] === pick);
  return !picked.length && begun.every((path) => live.querySelector(`[data-path="${CSS.escape(path.join(" "))}"]`));
}

/** Show buttons above the table for the picks that are not on it. */
function listChoices(names) {
  const choices = document.getElementById("choices");
  if (!choices) return;
  const buttons = names.map((name) => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "pick choice lit";
    button.dataset.pick = name;
    // A server of an older version sends no words.
    button.textContent = table.choices?.[[...picked, name].join(" ")] ?? name.replaceAll("-", " ");
    return button;
  });
  if (completeMove()) buttons.unshift(endMoveButton());
  choices.replaceChildren(...buttons);
  if (table?.over && table.again) {
    const link = document.createElement("a");
    link.className = "button";
    link.href = table.again;
    link.textContent = "Join the others for another game";
    choices.append(link);
  }
}

/** Returns whether the picks are a whole move that waits for the person's confirmation. */
function confirms() {
  return Settings.get("confirm") === "on" && Boolean(completeMove()) && openPaths().length === 1;
}

/** Returns the button that makes a complete move: one that could go on, or one that is to be confirmed. */
function endMoveButton() {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "pick choice lit enough";
  button.textContent = confirms() ? "Confirm" : "That is all";
  button.addEventListener("click", (event) => event.detail > 1 || make(completeMove()));
  return button;
}

// Panes: a table that is too large for a phone shows one part at a time, the one with the next pick.

let pane = null; // the name of the pane that is shown
let asked = null; // the possible picks when the pane was last chosen

function turnPanes(question) {
  const isNew = question !== asked;
  asked = question;
  const panes = [...live.querySelectorAll("[data-pane]")];
  const lit = (each) => each.querySelector(".pick.lit");
  const now = panes.find((each) => each.dataset.pane === pane) ?? panes[0];
  if (now) showPane((!isNew || lit(now) ? now : (panes.find(lit) ?? now)).dataset.pane);
  if (isNew && table.lesson === undefined) showLit(); // a lesson shows what it speaks of
}

/** Scroll to what can be picked on the table, if none of it is on the screen below the question. */
function showLit() {
  const question = live.querySelector(".asking")?.getBoundingClientRect();
  const lit = [...live.querySelectorAll(".game-table .pick.lit")].filter((each) => each.checkVisibility());
  const places = lit.map((each) => each.getBoundingClientRect());
  if (!question || !places.length) return;
  if (places.some(({ top, bottom }) => top >= question.bottom && bottom <= innerHeight)) return;
  // As little as needed to show all of it, or else its beginning. The question stays at the upper edge.
  const edge = 12;
  const up = Math.min(...places.map(({ top }) => top)) - question.height - edge;
  const down = Math.max(...places.map(({ bottom }) => bottom)) - innerHeight + edge;
  scrollBy(0, down > 0 ? Math.min(up, down) : up);
}

/** Point at what a lesson speaks of, in the pane that has it. */
function showPointed() {
  const pointed = point(picked);
  const around = pointed?.closest("[data-pane]");
  if (around) showPane(around.dataset.pane);
  pointed?.scrollIntoView({ block: "nearest" });
}

function showPane(name) {
  pane = name;
  for (const each of live.querySelectorAll("[data-pane]")) each.classList.toggle("away", each.dataset.pane !== name);
  for (const tabs of live.querySelectorAll(".pane-tabs")) tabs.hidden = false;
  for (const tab of live.querySelectorAll("[data-show-pane]")) {
    tab.setAttribute("aria-pressed", String(tab.dataset.showPane === name));
  }
}

function make(path) {
  if (!path || !ready()) return;
  sent = true;
  send({ number: table.number, seat: table.seat, path });
  noteMove();
  light();
}

function pick(name) {
  if (!nextPicks().includes(name)) return;
  picked.push(name);
  if (strays(picked)) {
    make([...picked]);
    return;
  }
  // Picks without an alternative are made at once, unless the player shall see the choice.
  while (openPaths().length === 1 && openPaths()[0].length > picked.length && !asksAlways()) {
    picked.push(openPaths()[0][picked.length]);
  }
  goOn();
}

/** Returns whether the last pick leads to a choice that is shown even if it is the only one. */
function asksAlways() {
  return live.querySelector(`[data-pick="${CSS.escape(picked.at(-1))}"][data-asks-always]`) !== null;
}

/** Make all picks of a move at once. */
function pickAll(path) {
  if (Settings.get("confirm") !== "on") {
    make(path);
    return;
  }
  picked = path;
  askAgain();
}

/** Make the move if the picks leave no choice, or ask for the next pick. */
function goOn() {
  if (openPaths().length === 1 && completeMove() && !confirms()) make(completeMove());
  else askAgain();
}

function goBack() {
  picked = [];
  askAgain();
}

function askAgain() {
  light();
  refocus(true);
  ask(live.querySelector(".prompt").textContent);
}

function refocus(wanted, pick) {
  if (!wanted) return;
  const same = pick && live.querySelector(`[data-pick="${CSS.escape(pick)}"].lit`);
  (same || live.querySelector(".pick.lit") || lessonFocus() || puzzleFocus())?.focus({ preventScroll: true });
}

function step(by) {
  const lit = [...live.querySelectorAll(".pick.lit")];
  const at = lit.indexOf(document.activeElement);
  lit[(at + by + lit.length) % lit.length]?.focus();
}

live.addEventListener("click", (event) => {
  const noted = event.target.closest("[data-mark]");
  if (noted && table) note(noted);
  // The second click of a double click would answer the next question, which the player has not read yet.
  if (event.detail > 1) return;
  const target = event.target.closest("[data-pick], [data-path]");
  if (target && !target.disabled) {
    if (clickablePaths().has(target.dataset.path)) pickAll(target.dataset.path.split(" "));
    else pick(target.dataset.pick);
  }
  const tab = event.target.closest("[data-show-pane]");
  if (tab) showPane(tab.dataset.showPane);
  if (event.target.closest("#back")) goBack();
  if (event.target.closest("#hint") && table) askForHint(event.target.closest("#hint"));
  if (event.target.closest("#take-back") && table) {
    send({ number: table.number, seat: table.seat, take_back: true });
  }
});

live.addEventListener("keydown", (event) => {
  if (!document.activeElement?.matches(".pick")) return;
  if (event.repeat && event.key === "Enter") event.preventDefault(); // held down, it would answer the next questions too
  const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (by) {
    event.preventDefault();
    step(by);
  }
});

document.addEventListener("keydown", (event) => {
  touchOnly = false;
  if (event.key === "Escape" && picked.length) goBack();
});

// Hints.

function askForHint(button) {
  button.textContent = button.dataset.thinking;
  button.setAttribute("aria-disabled", "true");
  send({ number: table.number, seat: table.seat, hint: true });
}

/** Returns the hint, as long as the question is the same and the same player looks at the screen; otherwise null. */
function advice() {
  if (!hint || !table || table.pass || table.asked === null) return null;
  return hint.seat === table.seat && hint.number >= table.asked ? hint.hint : null;
}

function showHint() {
  const advised = advice();
  if (!advised) hint = null;
  const place = document.getElementById("hinted");
  if (!advised || !place) return;
  const words = document.createElement("p");
  words.textContent = advised.words;
  const chances = document.createElement("ul");
  for (const chance of advised.chances) {
    const item = document.createElement("li");
    item.textContent = chance;
    chances.append(item);
  }
  place.replaceChildren(words, chances);
  place.hidden = false;
  document.getElementById("hint")?.remove();
  markAdvised();
}

/** Mark the next pick of the hint on the table, if the picks so far follow the hint. */
function markAdvised() {
  const path = advice()?.path;
  const follows = path && picked.every((pick, at) => path[at] === pick);
  for (const element of live.querySelectorAll("[data-pick], [data-path]")) {
    const { pick, path: whole } = element.dataset;
    const advised = follows && (whole === path.join(" ") || (!whole && pick === path[picked.length]));
    element.classList.toggle("advised", Boolean(advised && element.matches(".lit")));
  }
}

// A player's own notes: marks on the page, which this browser stores for the table and the seat.

function notesKey() {
  return `notes:${location.pathname}:${table?.seat}`;
}

function mark(element, as) {
  element.dataset.marked = as;
  element.setAttribute("aria-pressed", String(as !== ""));
}

function showNotes() {
  const kept = JSON.parse(localStorage.getItem(notesKey()) ?? "{}");
  for (const element of live.querySelectorAll("[data-mark]")) mark(element, kept[element.dataset.mark] ?? "");
}

/** Change an element to its next mark, or from the last one to none, and store all marks that are on the table. */
function note(element) {
  const marks = ["", ...element.dataset.marks.split(" ")];
  mark(element, marks[(marks.indexOf(element.dataset.marked) + 1) % marks.length]);
  const marked = [...live.querySelectorAll("[data-mark]")].filter((each) => each.dataset.marked);
  const kept = Object.fromEntries(marked.map((each) => [each.dataset.mark, each.dataset.marked]));
  localStorage.setItem(notesKey(), JSON.stringify(kept));
}

// Passing the screen to the next player.

function curtain(pass) {
  const was = veil.hidden;
  veil.hidden = !pass;
  live.inert = Boolean(pass);
  if (!pass) return;
  document.getElementById("curtain-name").textContent = pass.name;
  if (was) document.getElementById("curtain-open").focus();
}

document.getElementById("curtain-open").addEventListener("click", () => {
  if (table?.pass) send({ face: table.pass.seat });
});

whenOlderAreWanted((first) => send({ older: first }));
addEventListener("settings", () => tellPace(send));
teachThrough(send);
puzzleThrough(send);
connect();
