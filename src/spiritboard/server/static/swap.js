// Replaces the old table by the new one, and lets the pieces that moved fly to their new places.

// Classes that our scripts add to the server's table. A change of these does not mean that a piece has moved.
const SCRIPT_CLASSES = ["lit", "picked", "advised", "you", "rolling", "away", "pointed", "touched"];
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

/** End all motion at once, because pieces that fly are above everything else, also above a sheet. */
export function settle() {
  flying?.skipTransition();
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

/** Returns how a piece looks: its classes, its text and its pictures. */
function look(piece) {
  const pictures = [...piece.querySelectorAll("use")].map((use) => use.getAttribute("href"));
  return [drawnClass(piece), piece.textContent.trim(), ...pictures].join("|");
}

/** Returns the names of the pieces that are new, look different, or are in another place. A piece that looks like the one
 * before it in the same place is not new, whatever its name. A piece whose neighbours came or went has not moved. A pick
 * may look different only because the question is another one. The own player's pieces are changed by nobody else. */
function changed(live, next, seat) {
  const before = pieces(live);
  const looks = new Map([...before.values()].map((piece) => [place(piece), look(piece)]));
  const stays = (name, piece) => {
    const old = before.get(name);
    const sameParent = old && place(old.parentElement) === place(piece.parentElement);
    if (sameParent && (piece.matches(".pick") || look(old) === look(piece))) return true;
    return looks.get(place(piece)) === look(piece) || piece.closest(`.player[data-seat="${seat}"]`);
  };
  return [...pieces(next)].filter(([name, piece]) => !stays(name, piece)).map(([name]) => name);
}

let touched = new Set(); // the names of the pieces that are marked

/** Returns the pieces to mark on the next table: those that were marked before if the marks `stay`, and with `mark` also
 * those that change now. */
function nextTouched(live, next, seat, { stay, mark }) {
  const names = mark ? changed(live, next, seat) : [];
  return new Set(stay ? [...touched, ...names] : names);
}

/** Mark the pieces that the others' last moves touched. */
function showTouched(live) {
  for (const [name, piece] of pieces(live)) piece.classList.toggle("touched", touched.has(name));
}

/** Replace everything but the log, which stays as it is. If the new table brings lines, they become those of the log. */
function replace(live, next) {
  const story = live.querySelector(":scope > .story");
  const lines = next.querySelectorAll(".log li");
  if (story && lines.length) followLog(story.querySelector(".log"), lines);
  if (story) next.querySelector(".story")?.remove();
  for (const child of [...live.childNodes]) if (child !== story) child.remove();
  live.prepend(next);
}

/** Keep the first lines that are the same, and replace the others. */
function followLog(log, lines) {
  const list = log.querySelector("ol");
  for (const child of [...list.childNodes]) if (child.nodeType !== Node.ELEMENT_NODE) child.remove();
  let same = 0;
  while (same < lines.length && list.children[same]?.isEqualNode(lines[same])) same += 1;
  while (list.children.length > same) list.lastElementChild.remove();
  list.append(...[...lines].slice(same));
  log.scrollTop = log.scrollHeight;
}

/** Keep open what the person has opened to read. */
function keepOpen(live, next) {
  const open = [...live.querySelectorAll("details[open]")].map((each) => each.className);
  for (const each of next.querySelectorAll("details")) each.open ||= open.includes(each.className);
}

/** Replace the live part of the page by what this seat sees now, without motion if `still`. Runs `after` when the new
 * part is in place. `marks` says what becomes of the marks of touched pieces. Returns a promise that is kept when all
 * pieces have come to rest. */
export function swap(live, html, seat, after = () => {}, still = false, marks = { stay: true, mark: false }) {
  const next = document.createElement("template");
  next.innerHTML = html;
  const before = rolls(live);
  const mine = ++latest;
  touched = nextTouched(live, next.content, seat, marks);
  const put = () => {
    if (mine !== latest) return; // a newer table came before this transition started
    keepOpen(live, next.content);
    replace(live, next.content);
    showTouched(live);
    after();
  };
  flying?.skipTransition();
  if (still || document.documentElement.dataset.motion === "off" || document.hidden || !document.startViewTransition) {
    put();
    return Promise.resolve();
  }
  const moved = flights(live, next.content, seat);
  for (const { name, from } of moved) from.style.viewTransitionName = name;
  flying = document.startViewTransition(() => {
    put();
    for (const { name, to } of moved) to.style.viewTransitionName = name;
    tumble(live, before);
  });
  flying.ready.catch(() => {});
  return flying.finished.catch(() => {}).then(() => {
    for (const piece of live.querySelectorAll("[data-piece]")) piece.style.viewTransitionName = "";
  });
}
