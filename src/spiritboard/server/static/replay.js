// The replay page, which can also play the game by itself.

import "./drawer.js";
import { form, last, lookBack, now, show } from "./look_back.js";

const play = document.getElementById("play");
const speed = document.getElementById("speed");
let timer = null; // of the next move while the replay plays

function stop() {
  clearTimeout(timer);
  timer = null;
  play.setAttribute("aria-pressed", "false");
  play.setAttribute("aria-label", "Play");
}

function start() {
  play.setAttribute("aria-pressed", "true");
  play.setAttribute("aria-label", "Pause");
  timer = setTimeout(goOn, now() === last() ? 0 : speed.value);
}

/** Show the next move, or begin again at the end, and wait until the one after it. */
async function goOn() {
  await show(now() === last() ? 0 : now() + 1);
  if (timer === null) return; // stopped meanwhile
  if (now() === last()) stop();
  else timer = setTimeout(goOn, speed.value);
}

function toggle() {
  if (timer === null) start();
  else stop();
}

lookBack({ interrupted: stop, failed: stop, keys: { " ": toggle } });
form.querySelector(".replay-play").hidden = false;
speed.value = localStorage.getItem("replay-speed") ?? speed.value;
if (!speed.value) speed.value = "1500";
speed.addEventListener("change", () => localStorage.setItem("replay-speed", speed.value));
play.addEventListener("click", toggle);
