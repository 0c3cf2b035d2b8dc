// A review that is being worked out: shows how far it is, and opens it when it is done.

const bar = document.getElementById("review-progress");
const SECONDS = 2;

/** Returns how far the review is, or null if the server does not say it now. */
async function progress() {
  try {
    const answer = await fetch(bar.dataset.address);
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}

async function look() {
  const told = await progress();
  if (told?.ended) {
    location.reload();
    return;
  }
  if (told) {
    bar.value = told.found;
    document.getElementById("review-found").textContent = told.found;
  }
  setTimeout(look, 1000 * SECONDS);
}

setTimeout(look, 1000 * SECONDS);
