import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { StartError } from '@satchel/server/start-error';
import type { CommandContext } from './context.ts';

/**
 * Reads a secret from its variable, or from the file that the variable with `_FILE` names. Never from
 * the command line, which every user of the machine can read.
 *
 * @throws {StartError} if both are set, or the file cannot be read or is empty
 */
export async function readSecret(
  { env, workingDirectory }: CommandContext,
  variable: string,
): Promise<string | undefined> {
  const value = env[variable]?.trim() || undefined;
  const path = env[`${variable}_FILE`]?.trim();
  if (!path) return value;
  if (value) throw new StartError(`${variable} and ${variable}_FILE must not both be set`);
  const text = await readFile(resolve(workingDirectory, path), 'utf8').catch((cause: unknown) => {
    throw new StartError(`${variable}_FILE: ${path} cannot be read`, { cause });
  });
  if (!text.trim()) throw new StartError(`${variable}_FILE: ${path} is empty`);
  return text.trim();
}

/**
 * Asks twice at the terminal, without echo.
 *
 * @throws {StartError} if the two differ, or the operator cancels
 */
export async function askNewSecret(context: CommandContext, question: string): Promise<string> {
  const first = await askSecret(context, question);
  if (first !== (await askSecret(context, 'Once more:'))) {
    throw new StartError('The two are not the same. Nothing was changed.');
  }
  return first;
}

/** Asks at the terminal, without echo. */
export async function askSecret(
  { stdin, stderr, signal }: CommandContext,
  question: string,
): Promise<string> {
  let isMuted = false;
  const output = new Writable({
    write(chunk, _encoding, done) {
      if (!isMuted) stderr.write(chunk);
      done();
    },
  });
  const lines = createInterface({ input: stdin, output, terminal: true });
  try {
    return await new Promise<string>((answer, reject) => {
      const cancel = () => reject(new StartError('Cancelled. Nothing was changed.'));
      lines.once('close', cancel);
      // At a prompt Ctrl+C arrives as a key, not as a signal.
      lines.once('SIGINT', () => process.kill(process.pid, 'SIGINT'));
      signal.addEventListener('abort', cancel);
      lines.question(`${question} `, answer);
      isMuted = true;
    });
  } finally {
    lines.close();
    stderr.write('\n');
  }
}

export const PASSPHRASE_HELP =
  'asked for at the terminal, or taken from BACKUP_PASSPHRASE or the file that BACKUP_PASSPHRASE_FILE names';

const MIN_PASSPHRASE_LENGTH = 12;

/** @throws {StartError} if there is none and no terminal to ask at, or a new one is too short */
export async function findPassphrase(
  context: CommandContext,
  kind: 'new' | 'known',
): Promise<string> {
  const set = await readSecret(context, 'BACKUP_PASSPHRASE');
  if (set === undefined && !context.stdin.isTTY) {
    throw new StartError(
      'A passphrase is needed: set BACKUP_PASSPHRASE or BACKUP_PASSPHRASE_FILE.',
    );
  }
  const ask = kind === 'new' ? askNewSecret : askSecret;
  const passphrase = set ?? (await ask(context, 'Passphrase:'));
  if (kind === 'new' && passphrase.length < MIN_PASSPHRASE_LENGTH) {
    throw new StartError(`A passphrase has at least ${MIN_PASSPHRASE_LENGTH} characters.`);
  }
  return passphrase;
}
