import { readStored, writeStored } from '#shared/storage/browser-storage.ts';

export type ThemeMode = 'auto' | 'light' | 'dark';

const STORAGE_KEY = 'themeMode';
const NEXT: Record<ThemeMode, ThemeMode> = { auto: 'light', light: 'dark', dark: 'auto' };

const listeners = new Set<() => void>();
const systemIsDark = window.matchMedia('(prefers-color-scheme: dark)');
systemIsDark.addEventListener('change', notify);

function notify(): void {
  for (const listener of listeners) listener();
}

export function getThemeMode(): ThemeMode {
  const stored = readStored(STORAGE_KEY);
  return stored === 'light' || stored === 'dark' ? stored : 'auto';
}

/** The theme to paint; `auto` follows the system. */
export function isDarkPainted(): boolean {
  const mode = getThemeMode();
  return mode === 'auto' ? systemIsDark.matches : mode === 'dark';
}

/** The theme after this one: auto, light, dark, and auto again (SPEC 4). */
export function nextThemeMode(mode: ThemeMode): ThemeMode {
  return NEXT[mode];
}

export function setThemeMode(mode: ThemeMode): void {
  writeStored(STORAGE_KEY, mode);
  const root = document.documentElement;
  if (mode === 'auto') delete root.dataset.theme;
  else root.dataset.theme = mode;
  notify();
}

export function subscribeToTheme(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
