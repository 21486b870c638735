import type { FileDescription } from '../engine/ports.ts';
import { refuse } from './refusal.ts';

/** Identity of an upload. The page stores it, signed, because the server stores nothing. */
export interface UploadIdentity {
  readonly owner: string;
  readonly key: string;
  /** Upload id of the store; null for one PUT of the whole file. */
  readonly storeUploadId: string | null;
  readonly file: FileDescription;
  readonly partSizeBytes: number;
  readonly begunAtMs: number;
  readonly expiresAtMs: number;
}

export interface IdentitySealer {
  /** Signs an identity and returns it as text. The page can read it, but not change it. */
  seal(identity: UploadIdentity): Promise<string>;
  /** @throws a refusal with `NoSuchUpload` if it was not sealed here, is too old, or has another owner */
  open(sealed: unknown, owner: string): Promise<UploadIdentity>;
}

/** Prefix of signed texts, so that no signature of the same secret for another purpose is valid here. */
const PURPOSE = 'satchel-upload-1.';

export function createIdentitySealer(secret: string, now: () => number): IdentitySealer {
  const encoder = new TextEncoder();
  const importing = crypto.subtle.importKey(
    'raw',
    encoder.encode(secret),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign', 'verify'],
  );

  async function verified(sealed: string): Promise<UploadIdentity | null> {
    const [payload = '', signature = ''] = sealed.split('.');
    try {
      const isOurs = await crypto.subtle.verify(
        'HMAC',
        await importing,
        decodeBase64(signature),
        encoder.encode(PURPOSE + payload),
      );
      return isOurs ? JSON.parse(new TextDecoder().decode(decodeBase64(payload))) : null;
    } catch {
      // Not valid Base64.
      return null;
    }
  }

  return {
    async seal(identity) {
      const payload = encodeBase64(encoder.encode(JSON.stringify(identity)));
      const signed = encoder.encode(PURPOSE + payload);
      const signature = await crypto.subtle.sign('HMAC', await importing, signed);
      return `${payload}.${encodeBase64(new Uint8Array(signature))}`;
    },
    async open(sealed, owner) {
      const identity = typeof sealed === 'string' ? await verified(sealed) : null;
      // One answer for all cases, so that attackers learn nothing and an honest page starts again.
      if (identity?.owner !== owner || identity.expiresAtMs <= now()) throw refuse('NoSuchUpload');
      return identity;
    },
  };
}

/** Encodes as Base64 without padding, in the alphabet for URLs (RFC 4648 5). */
function encodeBase64(bytes: Uint8Array): string {
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  const bytes = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(bytes, (character) => character.charCodeAt(0));
}
