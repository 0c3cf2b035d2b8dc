// The set-up page: shows only the chairs and choices that fit the number of players.

const seats = document.getElementById("seats");

function showFitting() {
  const count = Number(seats.value);
  for (const row of document.querySelectorAll("[data-seat]")) row.hidden = Number(row.dataset.seat) >= count;
  for (const choice of document.querySelectorAll("option[data-seats]")) {
    const possible = choice.dataset.seats.split(" ").includes(String(count));
    choice.hidden = choice.disabled = !possible;
    if (!possible && choice.selected) choice.parentElement.selectedIndex = 0;
  }
}

seats.addEventListener("change", showFitting);
showFitting();
