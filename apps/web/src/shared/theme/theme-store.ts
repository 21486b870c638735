import { createAtom } from '@tanstack/react-store';
import { readStored, writeStored } from '#shared/storage/browser-storage.ts';

export type ThemeMode = 'auto' | 'light' | 'dark';

const STORAGE_KEY = 'themeMode';
const NEXT: Record<ThemeMode, ThemeMode> = { auto: 'light', light: 'dark', dark: 'auto' };

const stored = readStored(STORAGE_KEY);
const systemIsDark = window.matchMedia('(prefers-color-scheme: dark)');
const isSystemDark = createAtom(systemIsDark.matches);
systemIsDark.addEventListener('change', () => isSystemDark.set(systemIsDark.matches));

export const themeMode = createAtom<ThemeMode>(
  stored === 'light' || stored === 'dark' ? stored : 'auto',
);

/** Whether the dark theme is active; `auto` follows the system. */
export const isDarkPainted = createAtom(() =>
  themeMode.get() === 'auto' ? isSystemDark.get() : themeMode.get() === 'dark',
);

/** The next theme of the switch: auto, light, dark, and auto again (SPEC 4). */
export function nextThemeMode(mode: ThemeMode): ThemeMode {
  return NEXT[mode];
}

export function setThemeMode(mode: ThemeMode): void {
  writeStored(STORAGE_KEY, mode);
  const root = document.documentElement;
  if (mode === 'auto') delete root.dataset.theme;
  else root.dataset.theme = mode;
  themeMode.set(mode);
}
