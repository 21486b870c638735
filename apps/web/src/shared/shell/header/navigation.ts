import { can, type Principal } from '@satchel/api-client/permissions';
import type { LinkProps } from '@tanstack/react-router';
import { canEnterAdmin } from '#shared/session/page-guards.ts';

export interface NavigationEntry {
  readonly to: NonNullable<LinkProps['to']>;
  /** Parameters of the link, for routes with paths below them. */
  readonly params?: { readonly _splat: '' };
  readonly text: 'home' | 'upload' | 'mounts' | 'admin';
  /** Whether the link is active only on its exact path, and not on paths below it. */
  readonly isExact: boolean;
}

/** Links in the header, in order. The type of `to` allows only existing pages. */
const NAVIGATION: readonly NavigationEntry[] = [
  { to: '/', text: 'home', isExact: true },
  { to: '/upload', text: 'upload', isExact: true },
  { to: '/mount-explorer/$', params: { _splat: '' }, text: 'mounts', isExact: false },
  { to: '/admin', text: 'admin', isExact: false },
];

/** Links for a principal. API keys see only pages that they may open. Visitors see all, and log in there. */
export function navigationFor(principal: Principal): readonly NavigationEntry[] {
  const isVisitor = principal.kind === 'anonymous';
  return NAVIGATION.filter(({ text }) => {
    if (text === 'admin') return isVisitor || canEnterAdmin(principal);
    return text !== 'mounts' || isVisitor || can(principal, 'mount_view');
  });
}

export const PROJECT_REPOSITORY_URL: string = import.meta.env.VITE_REPOSITORY_URL;
