// The parts of the table that the server has sent to this page. It sends a part again only after a change.

const MARK = /<!--part:([\w.-]+)-->/g; // stands for another part inside of a part
const ALL = "live"; // the part that contains all others

let parts = {};

function compose(name) {
  return parts[name].replace(MARK, (_, inner) => compose(inner));
}

/** Take the parts of an update. Returns the whole table as HTML, without the lines of the log. A server of an older
 * version sends it as one text. */
export function wholeTable(update) {
  if (typeof update.html === "string") return update.html;
  if (ALL in update.html) parts = {};
  Object.assign(parts, update.html);
  parts.log = "";
  return compose(ALL);
}
