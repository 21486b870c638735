import { beforeEach, expect, it } from 'vitest';
import { forgetTakenKey, loginLinkOf, takeKeyFromAddress } from './login-link.ts';

const visit = (address: string) => window.history.replaceState({ kept: 1 }, '', address);
beforeEach(() => visit('/'));

it('gives the key to the login page and to nobody else', () => {
  const link = new URL(loginLinkOf('https://share.example', 'a key/+ü', '/mount-explorer/team'));
  expect(link.origin + link.pathname).toBe('https://share.example/admin');
  expect(link.searchParams.get('redirect')).toBe('/mount-explorer/team');
  expect(link.search).not.toContain('key');
  visit(link.pathname + link.search + link.hash);
  expect(takeKeyFromAddress()).toBe('a key/+ü');
  expect(window.location.href).not.toContain('key');
  expect(window.location.search).toBe(link.search);
  expect(window.history.state).toEqual({ kept: 1 });
  expect(takeKeyFromAddress(), 'again for a page that is rendered twice').toBe('a key/+ü');
  forgetTakenKey();
  expect(takeKeyFromAddress()).toBe('');
});

it('leaves other fragments alone, and takes no broken key', () => {
  visit('/admin#part');
  expect(takeKeyFromAddress()).toBe('');
  expect(window.location.hash).toBe('#part');
  visit('/admin#key=%E0%A4%A');
  expect(takeKeyFromAddress()).toBe('');
  expect(window.location.hash).toBe('');
});
