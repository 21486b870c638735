import { describe, expect, it } from 'vitest';
import type { Session } from './session-store.ts';
import { logoutReasonOf } from './unauthorized.ts';

const admin: Session = { kind: 'admin', token: 't' };
const key: Session = {
  kind: 'apikey',
  key: 'k',
  permissions: 3,
  keyInfo: { id: '1', name: 'n', basic_path: '/' },
};
const refusal = (code: string, path = '/api/pastes', status = 401) => ({ code, path, status });

describe('SPEC 4: a 401 and the session', () => {
  it('ends an admin session', () => {
    expect(logoutReasonOf(admin, refusal('auth.invalid'))).toBe('admin_token_expired');
    expect(logoutReasonOf(admin, refusal('auth.required', '/api/files'))).toBe(
      'admin_token_expired',
    );
  });

  it('ends the session of an API key', () => {
    expect(logoutReasonOf(key, refusal('auth.invalid'))).toBe('api_key_invalid');
    expect(logoutReasonOf(key, refusal('auth.invalid', '/api/files'))).toBe('api_key_invalid');
  });

  it.each(['/api/files', '/api/files/:id', '/api/upload', '/api/s3/presign'])(
    'leaves a key logged in where %s only says "no access"',
    (path) => {
      expect(logoutReasonOf(key, refusal('auth.required', path))).toBeNull();
    },
  );

  it.each([
    'text_shares.wrong_password',
    'file_shares.password_required',
    'sessions.wrong_credentials',
  ])('leaves the session alone on %s, which is about another secret', (code) => {
    expect(logoutReasonOf(admin, refusal(code))).toBeNull();
    expect(logoutReasonOf(key, refusal(code))).toBeNull();
  });

  it('does nothing where nobody is logged in, or the status is another', () => {
    expect(logoutReasonOf({ kind: 'none' }, refusal('auth.required'))).toBeNull();
    expect(logoutReasonOf(admin, refusal('auth.forbidden', '/api/pastes', 403))).toBeNull();
  });
});
