// The rules of a game, as a page and in the drawer: search, the ids of rules, and jumps to a rule.

const BLOCKS = ":is(p, li, h3, figure, .terms > div)"; // what the search shows or hides
const FOUND = "found"; // the name of the highlight of hits, which learn.css knows

/** Make the rules below this element work. */
export function prepareRules(root) {
  for (const table of root.querySelectorAll("[data-part]")) cutOut(table);
  const search = root.querySelector("[data-search]");
  search?.addEventListener("input", () => filter(root, search.value.trim().toLowerCase()));
  const ids = root.querySelector("[data-show-ids]");
  ids?.addEventListener("click", () => {
    const shown = root.classList.toggle("with-ids");
    ids.setAttribute("aria-pressed", String(shown));
  });
  root.addEventListener("click", (event) => {
    const link = event.target.closest('a[href^="#"]');
    if (!link) return;
    event.preventDefault();
    jump(root.querySelector(link.hash));
  });
}

// Figures.

/** Hide everything of a figure's table that is not the part to show. The elements around that part keep no room free. */
function cutOut(table) {
  const part = table.dataset.part && table.querySelector(table.dataset.part);
  for (let node = part; node && node !== table; node = node.parentElement) {
    if (node !== part) node.classList.add("cut");
    for (const other of node.parentElement.children) other.classList.toggle("cut-off", other !== node);
  }
}

// The search.

/** Show only the paragraphs with this text, and highlight it there. */
function filter(root, text) {
  let count = 0;
  const sections = [...root.querySelectorAll(".rules-section")];
  for (const section of sections) {
    const blocks = [...section.querySelectorAll(BLOCKS)].filter((block) => !block.closest(".figure-frame"));
    for (const block of blocks) block.classList.toggle("not-found", !block.textContent.toLowerCase().includes(text));
    const found = blocks.filter((block) => !block.matches(".not-found")).length;
    section.classList.toggle("not-found", !found);
    if (section.matches("details")) section.open = Boolean(text && found);
    count += found;
  }
  root.classList.toggle("searching", Boolean(text));
  const places = count === 1 ? "1 place" : `${count} places`;
  root.querySelector("[data-found]").textContent = !text ? "" : count ? `Found in ${places}.` : "Nothing found.";
  highlight(sections, text);
}

function highlight(sections, text) {
  if (!window.Highlight) return;
  CSS.highlights.set(FOUND, new Highlight(...(text ? sections.flatMap((section) => hits(section, text)) : [])));
}

/** Returns the ranges of this text below an element. */
function hits(section, text) {
  const found = [];
  const walker = document.createTreeWalker(section, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const words = node.data.toLowerCase();
    for (let at = words.indexOf(text); at >= 0; at = words.indexOf(text, at + text.length)) {
      const range = new Range();
      range.setStart(node, at);
      range.setEnd(node, at + text.length);
      found.push(range);
    }
  }
  return found;
}

// Jumps.

/** Show the paragraph about a rule, or else the rule itself in the list of all rules. Returns whether there is one. */
export function showRule(root, rule) {
  const named = CSS.escape(rule);
  const place = root.querySelector(`.prose [data-rules~="${named}"]`) ?? root.querySelector(`#${named}`);
  if (place) jump(place);
  return Boolean(place);
}

function jump(place) {
  if (!place) return;
  const folded = place.closest("details");
  if (folded) folded.open = true;
  for (const before of document.querySelectorAll(".jumped-to")) before.classList.remove("jumped-to");
  place.classList.add("jumped-to");
  place.tabIndex = -1;
  place.focus({ preventScroll: true });
  place.scrollIntoView({ block: "start" });
}

// The page. The drawer calls the functions above when it has loaded the rules.

const page = document.querySelector(".rules-page [data-rules-body]");

function followHash() {
  const id = decodeURIComponent(location.hash.slice(1));
  if (id && !showRule(page, id)) jump(document.getElementById(id));
}

if (page) {
  prepareRules(page);
  addEventListener("hashchange", followHash);
  addEventListener("load", followHash); // after the browser has gone to the anchor in the list of all rules
}
