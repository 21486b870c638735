import type { FileDescription } from '../engine/ports.ts';
import { refuse } from './refusal.ts';

/** Identity of an upload. The page carries it, signed, because the server stores nothing. */
export interface UploadIdentity {
  readonly owner: string;
  readonly key: string;
  /** The store's upload id; null for one PUT of the whole file. */
  readonly storeUploadId: string | null;
  readonly file: FileDescription;
  readonly partSizeBytes: number;
  readonly begunAtMs: number;
  readonly expiresAtMs: number;
}

export interface IdentitySealer {
  /** The identity as text, signed. It can be read, but not changed. */
  seal(identity: UploadIdentity): Promise<string>;
  /** @throws a refusal as `NoSuchUpload` where it was not sealed here, is too old, or somebody else's */
  open(sealed: unknown, owner: string): Promise<UploadIdentity>;
}

/** A signature of this package cannot be taken for one that the same secret makes elsewhere. */
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
      // Not Base64.
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
      // One answer for all of it: who guesses learns nothing, and an honest page begins anew.
      if (identity?.owner !== owner || identity.expiresAtMs <= now()) throw refuse('NoSuchUpload');
      return identity;
    },
  };
}

/** Base64 without padding, of the alphabet for URLs (RFC 4648 5). */
function encodeBase64(bytes: Uint8Array): string {
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  const bytes = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(bytes, (character) => character.charCodeAt(0));
}
