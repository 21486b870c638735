import { expect, it } from 'vitest';
import { obscure } from './rclone-obscure.ts';

// Written by rclone 1.60's own `obscure`, and by its tests, which fix the counter.
it('hides a password as rclone does', () => {
  expect(obscure('potato', Buffer.from('aaaaaaaaaaaaaaaa'))).toBe('YWFhYWFhYWFhYWFhYWFhYXMaGgIlEQ');
});

it('hides the same password differently each time', () => {
  expect(obscure('potato')).not.toBe(obscure('potato'));
});
