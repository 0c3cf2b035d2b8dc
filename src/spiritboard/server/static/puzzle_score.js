// What this browser remembers of the puzzles of a game: how many were tried and solved, and which.

const key = (game) => `puzzles:${game}`;
const NOTHING = { tried: 0, solved: 0, streak: 0, longest: 0, edition: "", seen: {} };

/** Returns the score. `seen` says for each puzzle of this edition by its number whether the first pick was right. */
export function score(game, edition = null) {
  let kept = {};
  try {
    kept = JSON.parse(localStorage.getItem(key(game)) ?? "{}");
  } catch {
    // Something else has written there. The score begins anew.
  }
  const found = { ...NOTHING, ...kept };
  return edition === null || found.edition === edition ? found : { ...found, edition, seen: {} };
}

/** Count the first pick of a puzzle. Later picks change nothing. */
export function noteAnswer(game, edition, number, right) {
  const before = score(game, edition);
  if (number in before.seen) return;
  const streak = right ? before.streak + 1 : 0;
  const after = {
    tried: before.tried + 1,
    solved: before.solved + (right ? 1 : 0),
    streak,
    longest: Math.max(streak, before.longest),
    edition,
    seen: { ...before.seen, [number]: right },
  };
  localStorage.setItem(key(game), JSON.stringify(after));
}

export function forgetScore(game) {
  localStorage.removeItem(key(game));
}

/** Returns the number of the next puzzle after this one that was not seen, from the first one on again after the last;
 * null if all were seen. */
export function nextUnseen(game, edition, count, after) {
  const { seen } = score(game, edition);
  for (let by = 1; by <= count; by++) {
    const number = ((after + by - 1) % count) + 1;
    if (!(number in seen)) return number;
  }
  return null;
}

export function scoreWords({ solved, tried, streak, longest }) {
  const rows = streak > 1 ? `, ${streak} in a row` : longest > 1 ? `, at best ${longest} in a row` : "";
  return `${solved} of ${tried} solved${rows}`;
}
