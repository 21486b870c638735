import { type Argon2Parameters, randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import PQueue from 'p-queue';
import { AppError } from '#errors';
import { programFile } from '#program-files';
import { PASSWORD_STRENGTH } from '#security/password-strength.ts';

const { memoryKib: MEMORY_KIB, passes: PASSES } = PASSWORD_STRENGTH;
const LANES = 1;
const TAG_BYTES = 32;

/** Limit of waiting hashes; after about a second a retry is better. */
const MAX_WAITING = 32;
const BUSY_SECONDS = 2;
/**
 * Hashes one password at a time, on a separate thread. On Node's few pool threads, which also read
 * files, a flood of log-ins would delay every download (CONTRACT A6, SECURITY 16).
 */
const queue = new PQueue({ concurrency: 1 });
let worker: Worker | undefined;
/** Hashes of new passwords come first, because only authenticated callers set them. */
const PRIORITY = { verify: 0, hash: 1 } as const;

/**
 * Hashes with argon2id (CONTRACT A2), in the PHC string format.
 *
 * @throws {AppError} `auth.busy` if too many hashes are waiting
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const tag = await inQueue('hash', () =>
    derive(password, salt, MEMORY_KIB, PASSES, LANES, TAG_BYTES),
  );
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${encode(salt)}$${encode(tag)}`;
}

/**
 * Compares in constant time; an unreadable hash matches nothing.
 *
 * @throws {AppError} `auth.busy` if too many hashes are waiting
 */
export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(hash);
  const [, memory, passes, lanes, salt, tag] = match ?? [];
  if (!memory || !passes || !lanes || !salt || !tag) return false;
  const expected = Buffer.from(tag, 'base64');
  const nonce = Buffer.from(salt, 'base64');
  const actual = await inQueue('verify', () =>
    derive(password, nonce, Number(memory), Number(passes), Number(lanes), expected.length),
  );
  return timingSafeEqual(actual, expected);
}

let decoy: Promise<string> | undefined;

/**
 * Takes as long as a real check, so that the response time does not reveal unknown users (SECURITY 6).
 */
export async function verifyNothing(password: string): Promise<false> {
  decoy ??= hashPassword(randomBytes(16).toString('hex'));
  await verifyPassword(password, await decoy);
  return false;
}

/**
 * Checks that a password could be verified now, so that a busy server records no attempt.
 *
 * @throws {AppError} `auth.busy`
 */
export function assertRoomToVerify(): void {
  assertRoom('verify');
}

function assertRoom(kind: keyof typeof PRIORITY): void {
  if (queue.sizeBy({ priority: PRIORITY[kind] }) < MAX_WAITING) return;
  throw new AppError('auth.busy', { details: { seconds: BUSY_SECONDS } });
}

async function inQueue(kind: keyof typeof PRIORITY, hash: () => Promise<Buffer>): Promise<Buffer> {
  assertRoom(kind);
  return queue.add(hash, { priority: PRIORITY[kind] });
}

function derive(
  message: string,
  nonce: Buffer,
  memory: number,
  passes: number,
  parallelism: number,
  tagLength: number,
): Promise<Buffer> {
  return hashOnThread({
    message: Buffer.from(message.normalize('NFC')),
    nonce,
    memory,
    passes,
    parallelism,
    tagLength,
  });
}

/** Starts the thread with the first password. The thread keeps the process alive only while it works. */
async function hashOnThread(parameters: Argon2Parameters): Promise<Buffer> {
  worker ??= new Worker(programFile('security/hash-worker'));
  worker.ref();
  try {
    worker.postMessage(parameters);
    const [tag] = (await once(worker, 'message')) as [Uint8Array];
    worker.unref();
    return Buffer.from(tag);
  } catch (error) {
    // A thread that has thrown has ended; the next hash starts another.
    worker = undefined;
    throw error;
  }
}

function encode(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
