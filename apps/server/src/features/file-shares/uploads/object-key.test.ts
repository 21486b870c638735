import { describe, expect, it } from 'vitest';
import { createObjectKey } from './object-key.ts';

describe('createObjectKey (CONTRACT A5, SECURITY 2, 3)', () => {
  it('joins folder, path and name out of reach of mounts, with a random suffix before the extension', () => {
    expect(createObjectKey('', null, 'a.txt')).toMatch(/^\.satchel\/shares\/a-\w{6}\.txt$/);
    expect(createObjectKey('base/', '/x//y/', 'a.tar.gz')).toMatch(
      /^\.satchel\/shares\/base\/x\/y\/a\.tar-\w{6}\.gz$/,
    );
    expect(createObjectKey('/base', '', '.env')).toMatch(/^\.satchel\/shares\/base\/\.env-\w{6}$/);
    expect(createObjectKey('', '', 'a')).not.toBe(createObjectKey('', '', 'a'));
  });

  it.each(['..', 'a/../../b', 'a\\b', 'a\0b'])('refuses the path %j', (path) => {
    expect(() => createObjectKey('base', path, 'a')).toThrow('file_shares.path_invalid');
  });

  it('cuts names to 255 bytes without cutting a character, and refuses keys above 1024', () => {
    for (const name of ['x'.repeat(300), `${'文'.repeat(120)}.txt`, `${'😀'.repeat(90)}.png`]) {
      const key = createObjectKey('', '', name);
      expect(Buffer.byteLength(key.slice('.satchel/shares/'.length))).toBeLessThanOrEqual(255);
      expect(key.isWellFormed()).toBe(true);
    }
    expect(() => createObjectKey('', 'p/'.repeat(500), 'x'.repeat(100))).toThrow(
      'file_shares.path_invalid',
    );
  });
});
