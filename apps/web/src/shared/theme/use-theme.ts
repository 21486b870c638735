import { useSyncExternalStore } from 'react';
import { getThemeMode, isDarkPainted, subscribeToTheme, type ThemeMode } from './theme-store.ts';

export function useThemeMode(): ThemeMode {
  return useSyncExternalStore(subscribeToTheme, getThemeMode);
}

export function useIsDark(): boolean {
  return useSyncExternalStore(subscribeToTheme, isDarkPainted);
}
