// A person's settings, which this browser keeps. They are applied here, before the page is drawn, so that it never shows
// in other colours first. Modules come too late for that, so this is a plain script; settings.js uses what it declares.

const Settings = {
  // What each setting may be; the first is the usual value. A number is any number up to this one.
  CHOICES: {
    theme: ["system", "dark", "light"],
    motion: ["system", "on", "off"],
    text: ["usual", "larger"],
    pace: ["normal", "calm", "quick"],
    confirm: ["off", "on"],
    volume: 100,
  },
  USUAL_VOLUME: 60,

  /** Returns the value of a setting. */
  get(name) {
    const kept = Settings.kept()[name];
    const choices = Settings.CHOICES[name];
    if (Array.isArray(choices)) return choices.includes(kept) ? kept : choices[0];
    return kept >= 0 && kept <= choices ? kept : Settings.USUAL_VOLUME;
  },

  /** Store a setting, and apply it to this page. */
  set(name, value) {
    localStorage.setItem("settings", JSON.stringify({ ...Settings.kept(), [name]: value }));
    Settings.apply();
  },

  kept() {
    try {
      return JSON.parse(localStorage.getItem("settings")) ?? {};
    } catch {
      return {}; // the browser keeps nothing, or something that we did not write
    }
  },

  /** Returns whether the page is light, and whether it moves: what the person chose, or else what the system says. */
  isLight() {
    const theme = Settings.get("theme");
    return theme === "system" ? matchMedia("(prefers-color-scheme: light)").matches : theme === "light";
  },
  moves() {
    const motion = Settings.get("motion");
    return motion === "system" ? !matchMedia("(prefers-reduced-motion: reduce)").matches : motion === "on";
  },

  /** Tell the style sheets by attributes of the page. */
  apply() {
    const page = document.documentElement;
    page.dataset.theme = Settings.isLight() ? "light" : "dark";
    page.dataset.motion = Settings.moves() ? "on" : "off";
    page.dataset.text = Settings.get("text");
    document.querySelector("meta[name=theme-color]")?.setAttribute("content", Settings.isLight() ? "#f3f0fb" : "#14122e");
  },
};

Settings.apply();
for (const query of ["(prefers-color-scheme: light)", "(prefers-reduced-motion: reduce)"]) {
  matchMedia(query).addEventListener("change", Settings.apply);
}
addEventListener("storage", Settings.apply); // another page of this browser has changed them
