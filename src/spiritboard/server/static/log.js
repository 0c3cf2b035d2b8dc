// The log of a table. New lines are added at its end, and its nodes stay while the table is drawn again.

const NEAR = 40; // pixels from an end of the log at which a reader counts as being there

let lines = []; // the lines on the page, each as [entry, heading, html]
let nodes = []; // the same as items of the list
let first = 0; // how many lines of the log come before them
let asked = false; // for older lines
let follows = true; // whether the reader is at the end of the log

/** Returns the element that scrolls; null before the game begins. */
function box() {
  return document.querySelector(".log");
}

function item([, heading, html]) {
  const node = document.createElement("li");
  if (heading) node.className = `heading ${heading}`;
  node.innerHTML = html;
  return node;
}

function isSame(one, other) {
  return one !== undefined && one.join("\n") === other.join("\n");
}

/** Returns the lines from this one on, by its number in the whole log. */
export function linesFrom(number) {
  return lines.slice(Math.max(0, number - first));
}

/** Returns how many lines the whole log has. */
export function logLength() {
  return first + lines.length;
}

function scrollToEnd() {
  follows = true;
  box().scrollTop = box().scrollHeight;
}

/** Put the lines into a log that has others, because it was drawn by the server. */
export function attachLog() {
  const list = box()?.querySelector("ol");
  if (!list || (list.firstElementChild === (nodes[0] ?? null) && list.children.length === nodes.length)) return;
  list.replaceChildren(...nodes);
  scrollToEnd();
}

/** Show the newest lines. All lines before them that are already on the page stay, unless `anew`. The reader stays at
 * the place to which the log was scrolled, or at its end. */
export function showLines(change, anew) {
  const log = box();
  const known = lines[change.first - first];
  const goesOn = !anew && lines.length && change.first >= first && change.first <= logLength();
  // If the first line is another one now, a name has changed, and the lines before it have changed too.
  if (!goesOn || (known && change.lines.length && !isSame(known, change.lines[0]))) forget(change.first);
  cutAfter(change);
  for (const line of change.lines.slice(logLength() - change.first)) {
    lines.push(line);
    nodes.push(item(line));
  }
  if (nodes.length) log?.querySelector("ol").append(...nodes.slice(shownNodes(log)));
  if (log && (follows || !goesOn)) scrollToEnd();
}

/** Returns how many of the nodes are in the log, from the first one on. */
function shownNodes(log) {
  const missing = nodes.findIndex((node) => !log.contains(node));
  return missing < 0 ? nodes.length : missing;
}

function forget(start) {
  box()?.querySelector("ol").replaceChildren();
  lines = [];
  nodes = [];
  first = start;
  asked = false;
}

/** Remove the lines from the first one that is another one now. */
function cutAfter(change) {
  const from = change.first - first;
  let kept = 0;
  while (kept < change.lines.length && isSame(lines[from + kept], change.lines[kept])) kept += 1;
  lines.length = from + kept;
  for (const node of nodes.splice(lines.length)) node.remove();
}

/** Show older lines above the others, and leave the reader where they are. */
export function showOlder(older) {
  asked = false;
  if (older.first + older.lines.length !== first) return; // the log has changed meanwhile
  const log = box();
  const below = log.scrollHeight - log.scrollTop;
  const above = older.lines.map(item);
  lines = [...older.lines, ...lines];
  nodes = [...above, ...nodes];
  first = older.first;
  log.querySelector("ol").prepend(...above);
  log.scrollTop = log.scrollHeight - below;
}

// A log that only becomes shorter is not scrolled: its reader is still at the end.
document.addEventListener("scroll", ({ target }) => {
  if (target === box()) follows = target.scrollHeight - target.scrollTop - target.clientHeight < NEAR;
}, true);

/** Call `ask` with the number of the first line when the reader comes to the top of a log that has older lines. */
export function whenOlderAreWanted(ask) {
  document.addEventListener("scroll", (event) => {
    if (event.target !== box() || asked || first === 0 || box().scrollTop > NEAR) return;
    asked = true;
    ask(first);
  }, true);
}
