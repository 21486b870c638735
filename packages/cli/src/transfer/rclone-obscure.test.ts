import { expect, it } from 'vitest';
import { obscure } from './rclone-obscure.ts';

// `rclone reveal` of version 1.60 returns "potato" for it.
it('hides a password as rclone does', () => {
  expect(obscure('potato', Buffer.from('aaaaaaaaaaaaaaaa'))).toBe('YWFhYWFhYWFhYWFhYWFhYXMaGgIlEQ');
});

it('hides the same password differently each time', () => {
  expect(obscure('potato')).not.toBe(obscure('potato'));
});
