// Setting a table: only the chairs and choices that the number of players leaves.

const seats = document.getElementById("seats");

function fit() {
  const count = Number(seats.value);
  for (const row of document.querySelectorAll("[data-seat]")) row.hidden = Number(row.dataset.seat) >= count;
  for (const choice of document.querySelectorAll("option[data-seats]")) {
    const possible = choice.dataset.seats.split(" ").includes(String(count));
    choice.hidden = choice.disabled = !possible;
    if (!possible && choice.selected) choice.parentElement.selectedIndex = 0;
  }
}

seats.addEventListener("change", fit);
fit();
