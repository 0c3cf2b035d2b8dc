// The line that asks a player for a name. It is shown until the player answers it or puts it away.

const line = document.getElementById("name-line");
const LATER = "name-later"; // in this browser's storage: the player wants to play without a name

line.hidden = localStorage.getItem(LATER) === "yes";
document.getElementById("name-later").addEventListener("click", () => {
  localStorage.setItem(LATER, "yes");
  line.hidden = true;
});
