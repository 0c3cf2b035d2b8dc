// Replaces the old table by the new one, and lets the pieces that moved fly to their new places.

const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");
// Classes that our scripts add to the server's table. A change of these does not mean that a piece has moved.
const SCRIPT_CLASSES = ["lit", "picked", "advised", "you", "rolling", "away"];
let flying = null; // the transition under way
let latest = 0; // the number of the newest table

function drawnClass(node) {
  return [...node.classList].filter((name) => !SCRIPT_CLASSES.includes(name)).join(" ");
}

/** Returns the place of a piece in the page: its tag, classes and index, and those of its parents up to the table. */
function place(piece) {
  const steps = [];
  for (let node = piece; node && !node.matches(".game-table"); node = node.parentElement) {
    steps.push(`${node.tagName}.${drawnClass(node)}.${[...(node.parentElement?.children ?? [])].indexOf(node)}`);
  }
  return steps.join("/");
}

function pieces(root) {
  return new Map([...root.querySelectorAll("[data-piece]")].map((piece) => [piece.dataset.piece, piece]));
}

/** Returns the names of the pieces that changed place. Only they take part in the transition, because a transition
 * of every piece is slow to start. */
function moved(before, after) {
  return [...before.keys()].filter((name) => after.has(name) && place(before.get(name)) !== place(after.get(name)));
}

function nameForTransition(found, names) {
  for (const each of names) {
    const piece = found.get(each);
    if (piece) piece.style.viewTransitionName = `piece-${CSS.escape(each)}`;
  }
}

function rolls(root) {
  return [...root.querySelectorAll("[data-rolled]")].map((die) => die.dataset.rolled);
}

function tumble(live, before) {
  [...live.querySelectorAll("[data-rolled]")].forEach((die, at) => {
    if (die.dataset.rolled && die.dataset.rolled !== before[at]) {
      die.classList.add("rolling");
      setTimeout(() => die.classList.remove("rolling"), 700);
    }
  });
}

/** Keep open what the person has opened to read. */
function keepOpen(live, next) {
  const open = [...live.querySelectorAll("details[open]")].map((each) => each.className);
  for (const each of next.querySelectorAll("details")) each.open ||= open.includes(each.className);
}

/** Replace the live part of the page, without motion if `still`. Runs `after` when the new part is in place. */
export function swap(live, html, after = () => {}, still = false) {
  const next = document.createElement("template");
  next.innerHTML = html;
  const before = rolls(live);
  const mine = ++latest;
  const put = () => {
    if (mine !== latest) return; // a newer table came before this transition started
    keepOpen(live, next.content);
    live.replaceChildren(next.content);
    after();
  };
  flying?.skipTransition();
  if (still || reducedMotion.matches || document.hidden || !document.startViewTransition) {
    put();
    return;
  }
  const names = moved(pieces(live), pieces(next.content));
  nameForTransition(pieces(live), names);
  flying = document.startViewTransition(() => {
    put();
    const landed = pieces(live);
    nameForTransition(landed, names);
    tumble(live, before);
  });
  flying.ready.catch(() => {});
  flying.finished.catch(() => {}).then(() => {
    for (const piece of live.querySelectorAll("[data-piece]")) piece.style.viewTransitionName = "";
  });
}
