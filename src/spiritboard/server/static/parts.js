// The parts of the table that the server has sent to this page. It sends a part again only after a change.

const MARK = /<!--part:([\w.-]+)-->/g; // stands for another part inside of a part
const ALL = "live"; // the part that contains all others
const LOG_LINES = 40;

let parts = {};
let lines = []; // of the log

function compose(name) {
  return parts[name].replace(MARK, (_, inner) => compose(inner));
}

function log(fresh) {
  const known = lines.length - fresh;
  return lines.map((line, at) => `<li${at < known ? "" : ' class="fresh"'}>${line}</li>`).join("");
}

/** Take the parts and the log lines of an update. Returns the whole table as HTML. A server of an older version sends it
 * as one text. */
export function wholeTable(update) {
  if (typeof update.html === "string") return update.html;
  if (ALL in update.html) {
    parts = {};
    lines = [];
  }
  Object.assign(parts, update.html);
  lines = [...lines, ...update.log.lines].slice(-LOG_LINES);
  parts.log = log(update.log.fresh);
  return compose(ALL);
}
