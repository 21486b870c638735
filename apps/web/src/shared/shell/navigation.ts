import type { LinkProps } from '@tanstack/react-router';

export interface NavigationEntry {
  readonly to: NonNullable<LinkProps['to']>;
  readonly text: 'home' | 'upload' | 'admin';
  /** Whether the link is active on exactly its path, and not on paths below it. */
  readonly isExact: boolean;
}

/** The pages in the header, in order. Only existing pages: `to` takes nothing else. */
export const NAVIGATION: readonly NavigationEntry[] = [
  { to: '/', text: 'home', isExact: true },
  { to: '/upload', text: 'upload', isExact: true },
  { to: '/admin', text: 'admin', isExact: false },
];

export const PROJECT_REPOSITORY_URL: string = import.meta.env.VITE_REPOSITORY_URL;
