// The dialog with a person's settings, on every page. theme.js stores and applies them.

import { chime } from "./sound.js";

const dialog = document.getElementById("settings");
const form = dialog.querySelector("form");
const button = document.getElementById("open-settings");

/** Show the settings as they are now. */
function fill() {
  for (const name of Object.keys(Settings.CHOICES)) form.elements[name].value = Settings.get(name);
  showVolume();
}

function showVolume() {
  document.getElementById("volume-now").textContent = Settings.get("volume") ? `${Settings.get("volume")} %` : "off";
}

form.addEventListener("input", ({ target }) => {
  Settings.set(target.name, target.type === "range" ? Number(target.value) : target.value);
  showVolume();
  dispatchEvent(new CustomEvent("settings"));
});

// Not while the slider moves, which would play many tones at once.
form.elements.volume.addEventListener("change", chime);

button.addEventListener("click", () => {
  fill();
  dialog.showModal();
});

// A click beside the dialog closes it.
dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
