// Puts a new table in the place of the old one, and lets what moved fly there.

const calm = matchMedia("(prefers-reduced-motion: reduce)");
// What our scripts add to the table that the server drew: no sign that a piece has moved.
const MARKS = ["lit", "picked", "advised", "you", "rolling", "away"];
let flying = null;
let latest = 0;

function drawnClass(node) {
  return [...node.classList].filter((name) => !MARKS.includes(name)).join(" ");
}

/** Where a piece lies, as far as the table tells: its place among its neighbours, up to the table itself. */
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

/** Only what changed place gets a name: naming every piece makes a transition slow to start. */
function moved(before, after) {
  return [...before.keys()].filter((name) => after.has(name) && place(before.get(name)) !== place(after.get(name)));
}

function name(found, names) {
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

/** What somebody has opened to read stays open. */
function keepOpen(live, next) {
  const open = [...live.querySelectorAll("details[open]")].map((each) => each.className);
  for (const each of next.querySelectorAll("details")) each.open ||= open.includes(each.className);
}

/** Replace the live part of the page, at once if `still`; `after` runs when the new one is there. */
export function swap(live, html, after = () => {}, still = false) {
  const next = document.createElement("template");
  next.innerHTML = html;
  const before = rolls(live);
  const mine = ++latest;
  const put = () => {
    if (mine !== latest) return; // a newer table was quicker than the start of this transition
    keepOpen(live, next.content);
    live.replaceChildren(next.content);
    after();
  };
  flying?.skipTransition();
  if (still || calm.matches || document.hidden || !document.startViewTransition) {
    put();
    return;
  }
  const names = moved(pieces(live), pieces(next.content));
  name(pieces(live), names);
  flying = document.startViewTransition(() => {
    put();
    const landed = pieces(live);
    name(landed, names);
    tumble(live, before);
  });
  flying.ready.catch(() => {});
  flying.finished.catch(() => {}).then(() => {
    for (const piece of live.querySelectorAll("[data-piece]")) piece.style.viewTransitionName = "";
  });
}
