// Buttons that copy a text.

for (const button of document.querySelectorAll("[data-copy]")) {
  button.addEventListener("click", async () => {
    await navigator.clipboard?.writeText(button.dataset.copy);
    button.textContent = "Copied";
  });
}
