import type { IncomingHttpHeaders } from 'node:http';
import type { Caller, Credential } from '#security/caller.ts';

/** Checks a credential; throws `auth.invalid` for a bad one. */
export type Authenticate = (credential: Credential, source: string) => Promise<Caller>;

/**
 * The credential that a request carries (CONTRACT A2, part B's accepted headers). The scheme's case
 * does not matter; an unknown scheme is a bad credential, not an absent one.
 */
export function readCredential(headers: IncomingHttpHeaders): Credential | undefined {
  const { authorization, 'x-custom-auth-key': customKey } = headers;
  if (authorization !== undefined) {
    const [, scheme = '', value = ''] = /^(\S+)(?:\s+(.*))?$/.exec(authorization.trim()) ?? [];
    switch (scheme.toLowerCase()) {
      case 'bearer':
        return { kind: 'adminToken', token: value };
      case 'apikey':
        return { kind: 'apiKey', key: value };
      case 'basic':
        return readBasic(value);
      default:
        return { kind: 'unknown' };
    }
  }
  return typeof customKey === 'string' ? { kind: 'apiKey', key: customKey } : undefined;
}

function readBasic(value: string): Credential {
  const text = Buffer.from(value, 'base64').toString('utf8');
  const separator = text.indexOf(':');
  if (separator < 0) return { kind: 'unknown' };
  return {
    kind: 'basic',
    username: text.slice(0, separator),
    password: text.slice(separator + 1),
  };
}
