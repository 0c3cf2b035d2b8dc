// The card with the goal: open at the tables of a game that this browser has not finished yet, and behind a button.

const card = document.getElementById("goal");
const line = document.getElementById("goal-line"); // stands for the card on a small screen, where it would cover the table
const button = document.getElementById("open-goal");
const isNarrow = matchMedia("(max-width: 59.99rem)");
const finished = `finished:${button?.dataset.game}`; // in this browser's storage, as soon as such a game was finished
const AWAY = "goal-away"; // in its storage: the last table at which the card was put away

function isNew() {
  // A lesson says the goal itself, so that the game after it need not. Puzzles are for those who know it.
  const isLearner = document.body.matches(".lesson-page, .puzzle-page") || new URLSearchParams(location.search).has("lesson");
  return !isLearner && !localStorage.getItem(finished) && localStorage.getItem(AWAY) !== location.pathname;
}

function isOpen() {
  return card.matches(":popover-open");
}

function open() {
  line.hidden = true;
  card.showPopover();
  card.querySelector("h2").focus({ preventScroll: true });
}

function putAway() {
  localStorage.setItem(AWAY, location.pathname);
  line.hidden = true;
  const focused = card.contains(document.activeElement);
  card.hidePopover();
  if (focused) button.focus();
}

/** Note that the player makes a move. The line has been read, and leaves its place to the request for a name. */
export function noteMove() {
  if (!card || line.hidden) return;
  localStorage.setItem(AWAY, location.pathname);
  line.hidden = true;
}

/** Note that a player has finished this game, and shall not be told its goal again. */
export function noteEnd(update) {
  if (!card || !update.over || update.seat === null) return;
  localStorage.setItem(finished, "yes");
  line.hidden = true;
  if (isOpen()) card.hidePopover();
}

if (card) {
  button.addEventListener("click", () => (isOpen() ? putAway() : open()));
  document.getElementById("goal-more").addEventListener("click", open);
  document.getElementById("goal-away").addEventListener("click", putAway);
  // The rules open beside the table, where the card is.
  card.querySelector("a[data-rule]").addEventListener("click", putAway);
  card.addEventListener("keydown", (event) => event.key === "Escape" && putAway());
  if (isNew()) {
    if (isNarrow.matches) line.hidden = false;
    else card.showPopover();
  }
}
