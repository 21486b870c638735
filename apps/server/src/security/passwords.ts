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
 * One hash at a time, on a thread of its own: on the few threads that Node has for such work, which
 * also read files, a flood of log-ins would hold up every download (CONTRACT A6, SECURITY 16).
 */
const queue = new PQueue({ concurrency: 1 });
let worker: Worker | undefined;
/** New passwords are set by callers who have proved who they are: strangers do not hold them up. */
const PRIORITY = { verify: 0, hash: 1 } as const;

/**
 * Hashes with argon2id (CONTRACT A2), in the PHC string format.
 *
 * @throws {AppError} `auth.busy` where too many are waiting
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const tag = await inQueue('hash', () =>
    derive(password, salt, MEMORY_KIB, PASSES, LANES, TAG_BYTES),
  );
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${encode(salt)}$${encode(tag)}`;
}

/**
 * Compares in constant time; a hash that cannot be read matches nothing.
 *
 * @throws {AppError} `auth.busy` where too many are waiting
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

/** Takes as long as a real check, so that an unknown user cannot be told by time (SECURITY 6). */
export async function verifyNothing(password: string): Promise<false> {
  decoy ??= hashPassword(randomBytes(16).toString('hex'));
  await verifyPassword(password, await decoy);
  return false;
}

/**
 * Whether a password could be checked now, so that nothing is spent on an attempt that cannot be.
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

/** The thread starts with the first password, and keeps the process alive only while it works. */
async function hashOnThread(parameters: Argon2Parameters): Promise<Buffer> {
  worker ??= new Worker(programFile('security/hash-worker'));
  worker.ref();
  try {
    worker.postMessage(parameters);
    const [tag] = (await once(worker, 'message')) as [Uint8Array];
    worker.unref();
    return Buffer.from(tag);
  } catch (error) {
    // A thread that has thrown is over; the next hash starts another.
    worker = undefined;
    throw error;
  }
}

function encode(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
