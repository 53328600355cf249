// Light or dark: the system's choice until the user makes another.
import { DARK, LIGHT, type Theme } from "../scene/palette";

const KEY = "stiction-theme";

function remembered(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null; // pages from disk may have no storage
  }
}

export class ThemeSwitch {
  dark = remembered() !== null ? remembered() === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;

  constructor(private readonly onChange: () => void) {
    this.apply();
  }

  get theme(): Theme {
    return this.dark ? DARK : LIGHT;
  }

  toggle(): void {
    this.dark = !this.dark;
    try {
      localStorage.setItem(KEY, this.dark ? "dark" : "light");
    } catch {
      // then it holds for this visit
    }
    this.apply();
    this.onChange();
  }

  private apply(): void {
    document.documentElement.dataset.theme = this.dark ? "dark" : "light";
  }
}
