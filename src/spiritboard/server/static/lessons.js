// Shows in the list of lessons how far this browser has gone in each of them.

import { progress } from "./progress.js";

for (const link of document.querySelectorAll("[data-lesson]")) {
  const { step, done } = progress(link.dataset.lesson);
  const tag = link.querySelector("[data-progress]");
  tag.hidden = !step && !done;
  tag.textContent = step ? `go on at step ${step + 1}` : "done";
}
