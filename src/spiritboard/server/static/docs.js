// The documentation: its contents, its search, and buttons that copy code. A plain script, so that it also works on a
// page that was opened from a file, and before the page is drawn.

(() => {
  const MOST = 12; // results
  const AROUND = 60; // letters before the first word that was found

  // The contents. In a wide window they are always open.
  const contents = document.querySelector(".docs-contents");
  const wide = matchMedia("(min-width: 60rem)");
  const openIfWide = () => (contents.open = wide.matches);
  openIfWide();
  wide.addEventListener("change", openIfWide);

  // The search.
  const form = document.querySelector(".docs-search");
  const input = form.querySelector("input");
  const list = form.querySelector(".docs-found");
  const said = form.querySelector("[role=status]");
  form.hidden = false;

  let loaded;
  /** Load everything that can be found. Returns a promise that is kept when it is there. */
  function load() {
    loaded ??= new Promise((done, failed) => {
      const script = document.createElement("script");
      script.src = form.dataset.search;
      script.onload = done;
      script.onerror = () => {
        loaded = undefined; // the next letter tries again
        failed(new Error("not loaded"));
      };
      document.head.append(script);
    });
    return loaded;
  }

  /** Returns how well a part fits: 0 if a word is missing, more if words are in its headings. */
  function score(part, words) {
    const title = `${part.page} ${part.heading}`.toLowerCase();
    const text = part.text.toLowerCase();
    let sum = 0;
    for (const word of words) {
      const here = (part.heading || part.page).toLowerCase().includes(word) ? 8 : title.includes(word) ? 4 : 0;
      const there = text.split(word).length - 1;
      if (!here && !there) return 0;
      sum += here + Math.min(3, there);
    }
    return sum;
  }

  async function search() {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    if (!words.length) return show([], words, "");
    try {
      await load();
    } catch {
      return show([], words, "The search could not be loaded. Try again in a moment.");
    }
    if (words.join(" ") !== input.value.toLowerCase().split(/\s+/).filter(Boolean).join(" ")) return; // typed on
    const found = window.docsParts
      .map((part) => ({ part, score: score(part, words) }))
      .filter((each) => each.score)
      .sort((one, other) => other.score - one.score);
    const count = found.length === 1 ? "Found in 1 place." : `Found in ${found.length} places.`;
    show(found.slice(0, MOST).map((each) => each.part), words, found.length ? count : "Nothing found.");
  }

  function show(parts, words, sentence) {
    said.textContent = sentence;
    list.replaceChildren(...parts.map((part) => result(part, words)));
    if (!parts.length && sentence) list.append(element("li", "docs-nothing", sentence));
    list.hidden = !sentence;
  }

  function result(part, words) {
    const item = element("li");
    const link = element("a");
    link.href = part.address;
    link.append(element("strong", "", part.heading ? `${part.heading} · ${part.page}` : part.page));
    link.append(excerpt(part.text, words));
    item.append(link);
    return item;
  }

  /** Returns the text around the first word that was found, with all words marked. */
  function excerpt(text, words) {
    const shown = element("span", "docs-excerpt");
    const places = words.map((word) => text.toLowerCase().indexOf(word)).filter((at) => at >= 0);
    const begin = places.length ? Math.max(0, Math.min(...places) - AROUND) : 0;
    const piece = (begin ? "…" : "") + text.slice(begin, begin + 3 * AROUND) + (text.length > begin + 3 * AROUND ? "…" : "");
    const pattern = new RegExp(`(${words.map((word) => word.replace(/[^\p{L}\p{N}]/gu, "\\$&")).join("|")})`, "i");
    for (const [at, each] of piece.split(pattern).entries()) shown.append(at % 2 ? element("mark", "", each) : each);
    return shown;
  }

  function element(name, style = "", text = "") {
    const made = document.createElement(name);
    if (style) made.className = style;
    made.textContent = text;
    return made;
  }

  function close() {
    list.hidden = true;
  }

  input.addEventListener("input", search);
  input.addEventListener("focus", () => input.value && search());
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    list.querySelector("a")?.click();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") close();
    const typing = event.target.closest?.("input, select, textarea, dialog");
    if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      input.focus();
    }
  });
  document.addEventListener("click", (event) => {
    if (!form.contains(event.target) || event.target.closest(".docs-found a")) close();
  });
  form.addEventListener("focusout", (event) => {
    if (event.relatedTarget && !form.contains(event.relatedTarget)) close();
  });

  // Code.
  addEventListener("DOMContentLoaded", () => {
    if (!navigator.clipboard) return;
    for (const code of document.querySelectorAll(".code:not(.code-output, .code-text)")) {
      const button = element("button", "code-copy", "Copy");
      button.type = "button";
      button.addEventListener("click", async () => {
        await navigator.clipboard.writeText(copied(code));
        button.textContent = "Copied";
      });
      code.append(button);
    }
  });

  /** Returns what is copied: of examples with >>> only what is typed. */
  function copied(code) {
    const text = code.querySelector("code").textContent;
    if (!code.matches(".code-pycon")) return text;
    const typed = text.split("\n").filter((line) => /^(>>>|\.\.\.)( |$)/.test(line));
    return typed.map((line) => `${line.slice(4)}\n`).join("");
  }
})();
