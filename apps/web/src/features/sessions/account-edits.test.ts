import { describe, expect, it } from 'vitest';
import { NO_EDITS, problemOf } from './account-edits.ts';

const CURRENT = 'the old password';
const NEXT = { newPassword: 'a new password', repeatedPassword: 'a new password' };

describe('changes of the account (SPEC 5)', () => {
  it('are a new name, a new password or both, with the current password', () => {
    expect(
      problemOf({ ...NO_EDITS, currentPassword: CURRENT, newUsername: 'ann' }),
    ).toBeUndefined();
    expect(problemOf({ ...NO_EDITS, currentPassword: CURRENT, ...NEXT })).toBeUndefined();
    expect(problemOf({ ...NO_EDITS, newUsername: 'ann' })).toBe('currentMissing');
    expect(problemOf({ ...NO_EDITS, currentPassword: CURRENT })).toBe('nothing');
  });

  it('have a password that is long enough, new, and typed twice', () => {
    const edits = { ...NO_EDITS, currentPassword: CURRENT };
    expect(problemOf({ ...edits, newPassword: 'short' })).toBe('tooShort');
    expect(problemOf({ ...edits, newPassword: CURRENT, repeatedPassword: CURRENT })).toBe('same');
    expect(problemOf({ ...edits, ...NEXT, repeatedPassword: '' })).toBe('differs');
  });

  it.each(['a b', 'a:b', 'tab\there'])('refuse the name %j', (newUsername) => {
    expect(problemOf({ ...NO_EDITS, currentPassword: CURRENT, newUsername })).toBe('username');
  });
});
