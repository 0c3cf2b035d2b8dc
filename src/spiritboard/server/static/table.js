// The table page, the same for every game: lights up what can be picked, sends whole paths, shows what comes back.

import { swap } from "./swap.js";

const body = document.body;
const live = document.getElementById("live");
const veil = document.getElementById("curtain");
const title = document.title;
const banner = document.getElementById("connection");
const lost = banner.textContent;

const RESTART = 1012; // the code with which a server that is about to end closes its sockets
const TOO_MUCH = 4429; // the code for those who come too often, or have too many pages open
const RESTARTS = "The server restarts; your table comes back by itself in a moment.";
const PATIENT_TRIES = 8; // after which it seems to take longer than a restart does

let socket = null;
let tries = 0;
let restarting = false; // the server has said so, and has not come back yet
let table = null; // the last update from the server
let picked = []; // the picks of a move half made
let hint = null; // what an expert would do, as long as the question stays the same
let fingers = matchMedia("(hover: none)").matches; // until a key is pressed
let sent = false; // a move is on its way: nothing can be picked until the answer is here

// The line to the server.

function connect() {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  socket = new WebSocket(`${scheme}://${location.host}${body.dataset.socket}`);
  socket.addEventListener("message", (message) => {
    // Not before: a server that turns us away opens the socket, too, to say so.
    tries = 0;
    restarting = false;
    banner.hidden = true;
    receive(JSON.parse(message.data));
  });
  socket.addEventListener("close", (closed) => {
    sent = false;
    picked = [];
    light();
    banner.hidden = false;
    if (closed.code === 4410) {
      location.reload(); // to what is told of a table that was closed
      return;
    }
    if (closed.code === 4403 || closed.code === 4404) {
      banner.textContent = "This table is not here any more.";
      return;
    }
    restarting = tries < PATIENT_TRIES && (restarting || closed.code === RESTART);
    banner.textContent = closed.code === TOO_MUCH ? closed.reason : restarting ? RESTARTS : lost;
    setTimeout(connect, pause(closed.code));
  });
}

/** Milliseconds until the next try: more and more, and never the same at all pages, so that a server which has just
 * started is not asked by everybody at once. */
function pause(code) {
  if (code === TOO_MUCH) return 30000 * (1 + Math.random());
  const usual = code === RESTART ? 1000 : Math.min(8000, 250 * 2 ** tries);
  tries += 1;
  return usual * (code === RESTART ? 0.5 + 1.5 * Math.random() : 0.7 + 0.6 * Math.random());
}

function send(message) {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
}

/** Who comes and goes is news too, and so is what others choose at the same time: a move half made stays as it is, and
 * one that is on its way is not asked for again. */
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
  if (update.error || !asksTheSame(update)) {
    sent = false;
    picked = [];
  }
  if (update.error) {
    light();
    announce(update.error);
    return;
  }
  const called = update.your_turn && !table?.your_turn && !update.over;
  const focused = isLookedAt(document.activeElement);
  const pick = document.activeElement?.dataset?.pick;
  table = update;
  curtain(update.pass);
  if (!update.free) document.querySelector(".invite")?.remove();
  const shown = () => {
    live.querySelector(`.player[data-seat="${update.seat}"]`)?.classList.add("you");
    if (watches(update)) live.querySelector(".prompt").prepend("You are watching. ");
    light();
    showHint();
    showNotes();
    refocus(focused, pick);
    tellNews();
  };
  // Nothing of the last player's may fly about, or lie there for a moment longer, when the curtain closes.
  swap(live, update.html, shown, Boolean(update.pass));
  document.title = update.your_turn && !update.over ? `● Your turn: ${title}` : title;
  if (called) chime();
}

/** Whether nobody here has a chair; a page of several people is shown a spectator's table between their turns. */
function watches(update) {
  return update.seat === null && body.dataset.passing === "no" && !update.over;
}

/** Whether the focus belongs to the table, or to nothing yet: whoever touches the screen wants no ring to begin with. */
function isLookedAt(element) {
  return [live, veil].some((part) => part.contains(element)) || (element === body && !fingers);
}

// Picking.

function open() {
  return (table?.paths ?? []).filter((path) => picked.every((pick, at) => path[at] === pick));
}

function ready() {
  return !sent && socket?.readyState === WebSocket.OPEN;
}

function nextPicks() {
  const longer = open().filter((path) => path.length > picked.length);
  return ready() ? [...new Set(longer.map((path) => path[picked.length]))] : [];
}

/** The move that the picks are, if they are a whole one. */
function whole() {
  return ready() && picked.length ? open().find((path) => path.length === picked.length) : undefined;
}

/** Whole moves that one click can make: an element may carry its path. */
function wholePaths() {
  return new Set(ready() && !picked.length ? open().map((path) => path.join(" ")) : []);
}

function light() {
  const next = nextPicks();
  const paths = wholePaths();
  for (const element of live.querySelectorAll("[data-pick], [data-path]")) {
    const lit = paths.has(element.dataset.path) || next.includes(element.dataset.pick);
    element.disabled = !lit;
    element.classList.toggle("lit", lit);
    element.classList.toggle("picked", picked.includes(element.dataset.pick));
  }
  listChoices(next.filter((pick) => !isOnTheTable(pick)));
  markAdvised();
  turnPanes([...next, ...paths].join(" "));
  const back = document.getElementById("back");
  if (back) back.hidden = picked.length === 0;
  showQuestion();
}

/** What has been picked may say what is asked next. */
function showQuestion() {
  const prompt = live.querySelector(".prompt");
  prompt.dataset.question ??= prompt.textContent;
  const last = picked.length && live.querySelector(`[data-pick="${CSS.escape(picked.at(-1))}"][data-asks]`);
  prompt.textContent = last ? last.dataset.asks : prompt.dataset.question;
}

/** Whether a pick can be made on the table itself: as such, or because every move that begins with it can be. */
function isOnTheTable(pick) {
  if (live.querySelector(`[data-pick="${CSS.escape(pick)}"]:not(.choice)`)) return true;
  const begun = open().filter((path) => path[picked.length] === pick);
  return !picked.length && begun.every((path) => live.querySelector(`[data-path="${CSS.escape(path.join(" "))}"]`));
}

/** What has no place on the table gets a button above it. */
function listChoices(names) {
  const choices = document.getElementById("choices");
  if (!choices) return;
  const buttons = names.map((name) => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "pick choice lit";
    button.dataset.pick = name;
    button.textContent = name.replaceAll("-", " ");
    return button;
  });
  if (whole()) buttons.unshift(enough());
  choices.replaceChildren(...buttons);
  if (table?.over && table.again) {
    const link = document.createElement("a");
    link.className = "button";
    link.href = table.again;
    link.textContent = "The others play on: sit down";
    choices.append(link);
  }
}

/** Where the picks are a whole move but could go on. */
function enough() {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "pick choice lit enough";
  button.textContent = "That is all";
  button.addEventListener("click", (event) => event.detail > 1 || make(whole()));
  return button;
}

// Panes: a table that is too much for a phone shows one part of itself at a time, the one where the next pick is.

let pane = null; // the name of the one that is shown
let asked = null; // what could be picked when it was last chosen

function turnPanes(question) {
  const panes = [...live.querySelectorAll("[data-pane]")];
  if (!panes.length) return;
  const lit = (each) => each.querySelector(".pick.lit");
  const now = panes.find((each) => each.dataset.pane === pane) ?? panes[0];
  const wanted = question === asked || lit(now) ? now : (panes.find(lit) ?? now);
  asked = question;
  showPane(wanted.dataset.pane);
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
  light();
}

function pick(name) {
  if (!nextPicks().includes(name)) return;
  picked.push(name);
  // What leaves no choice is picked along.
  while (open().length === 1 && open()[0].length > picked.length) picked.push(open()[0][picked.length]);
  if (open().length === 1) {
    make(whole());
  } else {
    light();
    refocus(true);
    announce(live.querySelector(".prompt").textContent);
  }
}

function goBack() {
  picked = [];
  light();
  refocus(true);
  announce(live.querySelector(".prompt").textContent);
}

function refocus(wanted, pick) {
  if (!wanted) return;
  const same = pick && live.querySelector(`[data-pick="${CSS.escape(pick)}"].lit`);
  (same || live.querySelector(".pick.lit"))?.focus({ preventScroll: true });
}

function step(by) {
  const lit = [...live.querySelectorAll(".pick.lit")];
  const at = lit.indexOf(document.activeElement);
  lit[(at + by + lit.length) % lit.length]?.focus();
}

live.addEventListener("click", (event) => {
  const noted = event.target.closest("[data-mark]");
  if (noted && table) note(noted);
  // The second half of a double click would answer the next question, which nobody has read yet.
  if (event.detail > 1) return;
  const target = event.target.closest("[data-pick], [data-path]");
  if (target && !target.disabled) {
    if (wholePaths().has(target.dataset.path)) make(target.dataset.path.split(" "));
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
  if (event.repeat && event.key === "Enter") event.preventDefault(); // held down, it would answer everything that follows
  const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (by) {
    event.preventDefault();
    step(by);
  }
});

document.addEventListener("keydown", (event) => {
  fingers = false;
  if (event.key === "Escape" && picked.length) goBack();
});

// Being helped.

function askForHint(button) {
  button.textContent = button.dataset.thinking;
  button.setAttribute("aria-disabled", "true");
  send({ number: table.number, seat: table.seat, hint: true });
}

/** What an expert would do, as long as the question stays the same and nobody else is to look at the screen. */
function advice() {
  if (!hint || !table || table.pass || table.asked === null) return null;
  return hint.seat === table.seat && hint.number >= table.asked ? hint.hint : null;
}

function showHint() {
  const told = advice();
  if (!told) hint = null;
  const place = document.getElementById("hinted");
  if (!told || !place) return;
  const words = document.createElement("p");
  words.textContent = told.words;
  const chances = document.createElement("ul");
  for (const chance of told.chances) {
    const item = document.createElement("li");
    item.textContent = chance;
    chances.append(item);
  }
  place.replaceChildren(words, chances);
  place.hidden = false;
  document.getElementById("hint")?.remove();
  markAdvised();
}

/** What an expert would pick next is marked where it lies, as far as the picks follow the hint. */
function markAdvised() {
  const path = advice()?.path;
  const follows = path && picked.every((pick, at) => path[at] === pick);
  for (const element of live.querySelectorAll("[data-pick], [data-path]")) {
    const { pick, path: whole } = element.dataset;
    const advised = follows && (whole === path.join(" ") || (!whole && pick === path[picked.length]));
    element.classList.toggle("advised", Boolean(advised && element.matches(".lit")));
  }
}

// A player's own notes: what is marked on the page stays in this browser, under its table and seat.

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

/** Each touch goes on to the next of an element's marks, and from the last back to none. What is gone is forgotten. */
function note(element) {
  const marks = ["", ...element.dataset.marks.split(" ")];
  mark(element, marks[(marks.indexOf(element.dataset.marked) + 1) % marks.length]);
  const marked = [...live.querySelectorAll("[data-mark]")].filter((each) => each.dataset.marked);
  const kept = Object.fromEntries(marked.map((each) => [each.dataset.mark, each.dataset.marked]));
  localStorage.setItem(notesKey(), JSON.stringify(kept));
}

// Passing the screen on.

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

// Being told.

function announce(words) {
  document.getElementById("announce").textContent = words ?? "";
}

let told = ""; // how the last round or the game ended, once that was read out

function tellNews() {
  const notice = live.querySelector(".round-end, .ending");
  const ended = notice?.querySelector("p").textContent ?? "";
  const news = ended === told ? "" : ended;
  told = ended;
  if (news) notice.scrollIntoView({ block: "nearest" });
  announce([news, live.querySelector(".prompt")?.textContent].join(" ").trim());
}

const mute = document.getElementById("mute");

function setMuted(muted) {
  localStorage.setItem("muted", muted ? "yes" : "no");
  mute.setAttribute("aria-pressed", String(muted));
}

mute.addEventListener("click", () => setMuted(mute.getAttribute("aria-pressed") !== "true"));
setMuted(localStorage.getItem("muted") === "yes");

/** Two soft bells. Browsers stay silent until the page has been touched once. */
function chime() {
  if (mute.getAttribute("aria-pressed") === "true" || !navigator.userActivation?.hasBeenActive) return;
  const audio = new AudioContext();
  [660, 880].forEach((pitch, at) => {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    const start = audio.currentTime + at * 0.18;
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.0001, start);
    volume.gain.exponentialRampToValueAtTime(0.12, start + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.0001, start + 0.6);
    tone.connect(volume).connect(audio.destination);
    tone.start(start);
    tone.stop(start + 0.65);
  });
  setTimeout(() => audio.close(), 1500);
}

for (const button of document.querySelectorAll("[data-copy]")) {
  button.addEventListener("click", async () => {
    await navigator.clipboard?.writeText(button.dataset.copy);
    button.textContent = "Copied";
  });
}

connect();
