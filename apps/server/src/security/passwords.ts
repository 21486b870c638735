import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import PQueue from 'p-queue';
import { AppError } from '#errors';

const argon2Async = promisify(argon2);

/** OWASP's second recommendation for argon2id: 19 MiB, 2 passes, 1 lane. */
const MEMORY_KIB = 19_456;
const PASSES = 2;
const LANES = 1;
const TAG_BYTES = 32;

/**
 * Hashes run on the four threads that read files too, so half of them stay free, and half of the
 * processors: a flood of log-ins must not hold up downloads (CONTRACT A6, SECURITY 16).
 */
const AT_ONCE = Math.max(1, Math.min(2, Math.floor(availableParallelism() / 2)));
/** What waits longer than about a second is better tried again. */
const MAX_WAITING = 32;
const BUSY_SECONDS = 2;
const queue = new PQueue({ concurrency: AT_ONCE });
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
  return argon2Async('argon2id', {
    message: Buffer.from(message.normalize('NFC')),
    nonce,
    memory,
    passes,
    parallelism,
    tagLength,
  });
}

function encode(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
