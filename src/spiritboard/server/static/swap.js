// Replaces the old table by the new one, and lets the pieces that moved fly to their new places.

// Classes that our scripts add to the server's table. A change of these does not mean that a piece has moved.
const SCRIPT_CLASSES = ["lit", "picked", "advised", "you", "rolling", "away", "pointed"];
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

/** Returns the pieces by name. Those with the same name are numbered in the order of the page. */
function pieces(root) {
  const found = new Map();
  for (const piece of root.querySelectorAll("[data-piece]")) {
    let name = piece.dataset.piece;
    for (let again = 1; found.has(name); again += 1) name = `${piece.dataset.piece}#${again}`;
    found.set(name, piece);
  }
  return found;
}

/** Let each new piece with `data-from` take the place of a piece with that name which is no longer on the table. So a
 * card flies from the hand to the pile. The last pieces on the page are the newest. */
function addArrivals(before, after, next) {
  const old = new Set([...after].filter(([name]) => before.has(name)).map(([, piece]) => piece));
  for (const arrived of [...next.querySelectorAll("[data-from]")].reverse()) {
    if (old.has(arrived)) continue;
    const gone = ([name, piece]) => !after.has(name) && piece.dataset.piece === arrived.dataset.from;
    const [name] = [...before].filter(gone).pop() ?? [];
    if (name) after.set(name, arrived);
  }
}

/** Returns the pieces that change place: the name of each, and its old and new element. Only they take part in the
 * transition, because a transition of every piece is slow to start. What lies before the own player in the list does
 * not fly from there, because it flies from the hand. */
function flights(live, next, seat) {
  const before = pieces(live);
  const after = pieces(next);
  for (const [name, piece] of before) if (piece.closest(`.player[data-seat="${seat}"]`)) before.delete(name);
  addArrivals(before, after, next);
  return [...before]
    .map(([name, from]) => ({ name: `piece-${CSS.escape(name)}`, from, to: after.get(name) }))
    .filter(({ from, to }) => to && place(from) !== place(to));
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

/** Replace the live part of the page by what this seat sees now, without motion if `still`. Runs `after` when the new
 * part is in place. */
export function swap(live, html, seat, after = () => {}, still = false) {
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
  if (still || document.documentElement.dataset.motion === "off" || document.hidden || !document.startViewTransition) {
    put();
    return;
  }
  const moved = flights(live, next.content, seat);
  for (const { name, from } of moved) from.style.viewTransitionName = name;
  flying = document.startViewTransition(() => {
    put();
    for (const { name, to } of moved) to.style.viewTransitionName = name;
    tumble(live, before);
  });
  flying.ready.catch(() => {});
  flying.finished.catch(() => {}).then(() => {
    for (const piece of live.querySelectorAll("[data-piece]")) piece.style.viewTransitionName = "";
  });
}
