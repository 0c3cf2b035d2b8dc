// The pace of the bots: the page tells the server what its person wishes, and offers to skip to their turn.

let told = null; // the wish that the server knows
let skipping = false; // the server has been asked to skip

/** Tell the server how bots shall move, if it does not know yet. After a new connection it knows nothing. */
export function tellPace(send, isNew = false) {
  if (isNew) told = null;
  if (told === Settings.get("pace")) return;
  told = Settings.get("pace");
  send({ pace: told });
}

/** Show the button that lets the bots move at once, while there is something to skip. */
export function showSkip(live, update, send) {
  if (!update.skip) {
    skipping = false;
    return;
  }
  const button = document.createElement("button");
  button.type = "button";
  button.id = "skip";
  button.className = "small-action";
  const show = () => {
    button.textContent = skipping ? "Skipping: bots decide at once" : "Skip to my turn";
    button.setAttribute("aria-disabled", String(skipping));
  };
  button.addEventListener("click", () => {
    if (!skipping) send({ skip: true });
    skipping = true;
    show();
  });
  show();
  live.querySelector(".asking").append(button);
}
