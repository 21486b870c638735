import {
  createCipheriv,
  createDecipheriv,
  randomBytes,
  type ScryptOptions,
  scrypt,
} from 'node:crypto';
import { promisify } from 'node:util';
import { StartError } from '@satchel/server/start-error';

/** Start of an encrypted file, followed by the salt and the chunks. */
const MAGIC = Buffer.from('satchel-encrypted-1\n');
/** Number of bytes that show whether a file is encrypted. */
export const MAGIC_BYTES = MAGIC.length;
const SALT_BYTES = 16;
const TAG_BYTES = 16;
const CHUNK_BYTES = 64 * 1024;
const KEY_BYTES = 32;
/** OWASP's first recommendation: 128 MiB for each guess. */
const COST: ScryptOptions = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 ** 2 };

const deriveKey = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

const WRONG = new StartError(
  'The passphrase is wrong, or the file has been changed or cut off. Nothing was changed.',
);

export function isEncrypted(start: Buffer): boolean {
  return start.subarray(0, MAGIC.length).equals(MAGIC);
}

/**
 * AES-256-GCM in chunks of 64 KiB under a key from scrypt. The nonce of a chunk contains its number and
 * whether it is the last, so that none can be moved, repeated or omitted (the STREAM construction).
 */
export async function* encrypt(
  source: AsyncIterable<Buffer>,
  passphrase: string,
): AsyncGenerator<Buffer> {
  const salt = randomBytes(SALT_BYTES);
  const key = await deriveKey(passphrase.normalize('NFC'), salt, KEY_BYTES, COST);
  const header = Buffer.concat([MAGIC, salt]);
  yield header;
  for await (const { chunk, number, isLast } of inChunks(source, CHUNK_BYTES)) {
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(number, isLast));
    cipher.setAAD(header);
    yield Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()]);
  }
}

/** @throws {StartError} if the passphrase is wrong or a byte was changed */
export async function* decrypt(
  source: AsyncIterable<Buffer>,
  passphrase: string,
): AsyncGenerator<Buffer> {
  let header: Buffer | undefined;
  let key = Buffer.alloc(0);
  const body = splitHeader(source, (read) => {
    header = read;
  });
  for await (const { chunk, number, isLast } of inChunks(body, CHUNK_BYTES + TAG_BYTES)) {
    if (header === undefined || chunk.length < TAG_BYTES) throw WRONG;
    if (key.length === 0) {
      const salt = header.subarray(MAGIC.length);
      key = Buffer.from(await deriveKey(passphrase.normalize('NFC'), salt, KEY_BYTES, COST));
    }
    const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(number, isLast));
    decipher.setAAD(header);
    decipher.setAuthTag(chunk.subarray(-TAG_BYTES));
    const text = decipher.update(chunk.subarray(0, -TAG_BYTES));
    try {
      decipher.final();
    } catch {
      throw WRONG;
    }
    yield text;
  }
}

async function* splitHeader(
  source: AsyncIterable<Buffer>,
  onHeader: (header: Buffer) => void,
): AsyncGenerator<Buffer> {
  const length = MAGIC.length + SALT_BYTES;
  let start: Buffer = Buffer.alloc(0);
  let isRead = false;
  for await (const piece of source) {
    if (isRead) {
      yield piece;
      continue;
    }
    start = Buffer.concat([start, piece]);
    if (start.length < length) continue;
    isRead = true;
    onHeader(Buffer.from(start.subarray(0, length)));
    yield start.subarray(length);
  }
  if (!isRead) throw WRONG;
}

interface Chunk {
  readonly chunk: Buffer;
  readonly number: number;
  readonly isLast: boolean;
}

/**
 * Splits pieces of any length into chunks of one length. The last may be shorter, and there is at least
 * one.
 */
async function* inChunks(source: AsyncIterable<Buffer>, length: number): AsyncGenerator<Chunk> {
  let waiting: Buffer[] = [];
  let bytes = 0;
  let number = 0;
  for await (const piece of source) {
    waiting.push(piece);
    bytes += piece.length;
    if (bytes <= length) continue;
    let rest = Buffer.concat(waiting);
    // More bytes than one chunk have arrived, so this chunk is not the last.
    while (rest.length > length) {
      yield { chunk: rest.subarray(0, length), number, isLast: false };
      number += 1;
      rest = rest.subarray(length);
    }
    waiting = [rest];
    bytes = rest.length;
  }
  yield { chunk: Buffer.concat(waiting), number, isLast: true };
}

function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(number, 5, 6);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}
