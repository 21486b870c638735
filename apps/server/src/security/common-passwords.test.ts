import { describe, expect, it } from 'vitest';
import { assertNotCommon } from './common-passwords.ts';

describe('common passwords (SECURITY 6)', () => {
  it.each([
    'password',
    'PassWord',
    'password1',
    '12345678',
    '99999999',
    'qwertyuiop',
    'sunshine',
    '1qaz2wsx',
    'software',
    'trustno1',
    '19851985',
  ])('are refused: %s', (password) => {
    expect(() => assertNotCommon(password)).toThrow('sessions.password_too_common');
  });

  it.each(['correct-horse-battery', 'bench-password', 'password-of-mine', ''])(
    'are not those that few have: %j',
    (password) => {
      expect(() => assertNotCommon(password)).not.toThrow();
    },
  );
});
