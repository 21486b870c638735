/** Values of the account form, as typed. Empty ones change nothing. */
export interface AccountEdits {
  readonly currentPassword: string;
  readonly newUsername: string;
  readonly newPassword: string;
  readonly repeatedPassword: string;
}

export const NO_EDITS: AccountEdits = {
  currentPassword: '',
  newUsername: '',
  newPassword: '',
  repeatedPassword: '',
};

const PASSWORD_MIN_LENGTH = 8;

export type AccountProblem =
  | 'username'
  | 'tooShort'
  | 'same'
  | 'differs'
  | 'currentMissing'
  | 'nothing';

/** First reason why the values cannot be saved (SPEC 5); undefined if they can. */
export function problemOf(edits: AccountEdits): AccountProblem | undefined {
  const { currentPassword, newUsername, newPassword, repeatedPassword } = edits;
  if (newUsername && /[\s:\p{Cc}]/u.test(newUsername)) return 'username';
  if (newPassword && newPassword.length < PASSWORD_MIN_LENGTH) return 'tooShort';
  if (newPassword && newPassword === currentPassword) return 'same';
  if (newPassword !== repeatedPassword) return 'differs';
  if (!newUsername && !newPassword) return 'nothing';
  return currentPassword ? undefined : 'currentMissing';
}
