import type { LinkProps } from '@tanstack/react-router';

export interface NavigationEntry {
  readonly to: NonNullable<LinkProps['to']>;
  readonly text: 'home' | 'upload' | 'admin';
  /** Whether only the path itself is the active page, and not what lies below it. */
  readonly isExact: boolean;
}

/** The pages in the header, in order. A page is listed once it exists: `to` only takes known routes. */
export const NAVIGATION: readonly NavigationEntry[] = [
  { to: '/', text: 'home', isExact: true },
  { to: '/upload', text: 'upload', isExact: true },
  { to: '/admin', text: 'admin', isExact: false },
];

export const PROJECT_REPOSITORY_URL = 'https://github.com/satchel-app/satchel';
