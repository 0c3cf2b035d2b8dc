// How far this browser has gone in a lesson, which it keeps under the address of the lesson.

const key = (address) => `lesson:${address}`;

/** Returns the step at which the lesson goes on, and whether it has been gone through once. */
export function progress(address) {
  return { step: 0, done: false, ...JSON.parse(localStorage.getItem(key(address)) ?? "{}") };
}

/** Keep the step that is shown. A lesson that is at its end begins again the next time. */
export function keepProgress(address, { step, done }) {
  const kept = { step: done ? 0 : step, done: done || progress(address).done };
  localStorage.setItem(key(address), JSON.stringify(kept));
}
