// The sheet over the table when a round or the game is over. It waits for "Continue".

const SECONDS = 20; // after which it goes on by itself if others wait

const dialog = document.getElementById("sheet");
const foot = dialog.querySelector(".over-table-foot");
const button = document.getElementById("sheet-continue");
const waiting = document.getElementById("sheet-waiting");
let timer = null;
let whenClosed = () => {};

export function sheetIsOpen() {
  return dialog.open;
}

/** Show a section of the page as a sheet. Runs `after` when the person has gone on. With `hurry` the sheet goes on by
 * itself after a while. */
export function openSheet(section, hurry, after) {
  const actions = section.querySelector(".actions");
  if (actions) foot.prepend(actions); // they stay in sight while a long sheet is scrolled
  whenClosed = () => {
    if (actions) section.append(actions);
    section.querySelector("#sheet-told").removeAttribute("id"); // in the page it is as the server has drawn it
    after();
  };
  document.getElementById("sheet-content").replaceChildren(section);
  dialog.setAttribute("aria-labelledby", section.querySelector("h2").id);
  section.querySelector(".told-last").id = "sheet-told";
  button.classList.toggle("main-action", !actions);
  button.textContent = actions ? "See the table" : "Continue";
  waiting.hidden = !hurry;
  if (hurry) countDown(SECONDS);
  dialog.showModal();
  dialog.scrollTop = 0;
  button.focus({ preventScroll: true });
}

function countDown(seconds) {
  waiting.textContent = `The others wait: it goes on by itself in ${seconds} s.`;
  if (seconds === 0) dialog.close();
  else timer = setTimeout(() => countDown(seconds - 1), 1000);
}

dialog.addEventListener("close", () => {
  clearTimeout(timer);
  whenClosed();
});
// A key that is held down since the last move, or the second click of a double click, does not close it.
button.addEventListener("keydown", (event) => event.repeat && event.preventDefault());
button.addEventListener("click", (event) => event.detail > 1 || dialog.close());
