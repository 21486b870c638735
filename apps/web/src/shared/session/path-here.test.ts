import { expect, it } from 'vitest';
import { isPathHere } from './path-here.ts';

it.each(['/', '/admin/files?page=2', '/mount-explorer/a b', '/paste/x#top'])(
  '%j leads to a page of this app',
  (path) => expect(isPathHere(path)).toBe(true),
);

it.each([
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/\n\\evil.example',
  'admin',
  '',
])('%j leads elsewhere', (path) => expect(isPathHere(path)).toBe(false));
