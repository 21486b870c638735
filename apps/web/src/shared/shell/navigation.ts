import { can, type Principal } from '@satchel/api-client/permissions';
import type { LinkProps } from '@tanstack/react-router';
import { canEnterAdmin } from '#shared/session/page-guards.ts';

export interface NavigationEntry {
  readonly to: NonNullable<LinkProps['to']>;
  /** Parameters of a page with paths below it: the page itself. */
  readonly params?: { readonly _splat: '' };
  readonly text: 'home' | 'upload' | 'mounts' | 'admin';
  /** Whether the link is active on exactly its path, and not on paths below it. */
  readonly isExact: boolean;
}

/** The pages in the header, in order. Only existing pages: `to` takes nothing else. */
const NAVIGATION: readonly NavigationEntry[] = [
  { to: '/', text: 'home', isExact: true },
  { to: '/upload', text: 'upload', isExact: true },
  { to: '/mount-explorer/$', params: { _splat: '' }, text: 'mounts', isExact: false },
  { to: '/admin', text: 'admin', isExact: false },
];

/** Keys see no link to what they may not open; a visitor logs in there. */
export function navigationFor(principal: Principal): readonly NavigationEntry[] {
  const isVisitor = principal.kind === 'anonymous';
  return NAVIGATION.filter(({ text }) => {
    if (text === 'admin') return isVisitor || canEnterAdmin(principal);
    return text !== 'mounts' || isVisitor || can(principal, 'mount_view');
  });
}

export const PROJECT_REPOSITORY_URL: string = import.meta.env.VITE_REPOSITORY_URL;
