// What just happened: the news in the main bar, and what screen readers read out.

import { attachLog, linesFrom, logLength, showLines } from "./log.js";

const ROUND = "round"; // the heading that begins a round
const MOST_READ_OUT = 20; // paragraphs that stay in the live region

let told = null; // how many lines of the log have been read out
let question = ""; // the last one that was read out

/** Have screen readers read out these words. Every paragraph is added, so nothing that waits to be read is lost. */
export function announce(words) {
  const place = document.getElementById("announce");
  if (!words) return;
  const paragraph = document.createElement("p");
  paragraph.textContent = words;
  place.append(paragraph);
  while (place.children.length > MOST_READ_OUT) place.firstElementChild.remove();
}

/** Returns the lines as one text for each move. A heading begins a text of its own. */
function byMove(lines) {
  const moves = [];
  let last = null;
  for (const [entry, heading, html] of lines) {
    if (entry !== last || heading) moves.push(html);
    else moves[moves.length - 1] += ` ${html}`;
    last = entry;
  }
  return moves;
}

function text(html) {
  const node = document.createElement("p");
  node.innerHTML = html;
  return node.textContent;
}

/** Add an update's lines to the log, and read out those that are new. A table that is shown for another seat, or for the
 * first time, reads out none. */
export function tell(log, anew) {
  showLines(log, anew);
  if (anew || told === null || told > logLength()) told = logLength();
  for (const move of byMove(linesFrom(told))) announce(text(move));
  told = logLength();
}

/** Tell how a round ended: with the lines before those of the new round. */
export function tellRoundEnd(live, { log, round_end: number }, anew) {
  const begins = log.lines.findLastIndex(([, heading]) => heading === ROUND);
  if (begins < 0) return;
  tell({ ...log, lines: log.lines.slice(0, begins) }, anew);
  showNews(live, linesFrom(0).filter(([entry]) => entry === number).length);
}

/** Show the log in a table that was drawn anew, and its last lines in the main bar. */
export function showTold(live, count) {
  attachLog();
  showNews(live, count);
}

function showNews(live, count) {
  const news = live.querySelector(".news");
  if (!news) return; // nothing is told before the game begins
  const moves = byMove(linesFrom(logLength() - count));
  news.replaceChildren(...moves.map((html) => {
    const node = document.createElement("li");
    node.innerHTML = html;
    return node;
  }));
  news.hidden = moves.length === 0;
  // A longer question makes the news narrower, so that they have more lines.
  new ResizeObserver(() => (news.scrollTop = news.scrollHeight)).observe(news);
}

/** Read out the question, unless it is the one that was read out last. With `again` it is read out in any case. */
export function ask(words, again) {
  if (words !== question || again) announce(words);
  question = words;
}
