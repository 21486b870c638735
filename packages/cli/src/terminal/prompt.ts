import { openSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { ReadStream } from 'node:tty';
import { CommandError, usageError } from '../command-error.ts';
import type { Context } from '../context.ts';
import { EXIT_CODES } from '../exit-codes.ts';
import type { MessageDetails, MessageName } from '../messages.ts';

/**
 * Prompts at the terminal, even if the standard input is a pipe. The question goes to the standard error,
 * because the standard output is for results.
 *
 * @throws {CommandError} `no_terminal` if there is no terminal, `interrupted` by Ctrl+C or Ctrl+D
 */
export async function ask(
  context: Context,
  question: MessageName,
  { isHidden, ...details }: MessageDetails & { readonly isHidden: 0 | 1 },
): Promise<string> {
  const isOwnInput = context.stdin.isTTY;
  const input = isOwnInput ? context.stdin : openTerminal();
  let isMuted = false;
  const output = new Writable({
    write(chunk, _encoding, done) {
      if (!isMuted) context.stderr.write(chunk);
      done();
    },
  });
  const lines = createInterface({ input, output, terminal: true });
  try {
    return await new Promise<string>((resolve, reject) => {
      lines.once('close', () =>
        reject(new CommandError('interrupted', {}, EXIT_CODES.interrupted)),
      );
      lines.question(`${context.say(question, details)} `, resolve);
      isMuted = isHidden === 1;
    });
  } finally {
    isMuted = true;
    lines.close();
    if (isHidden) context.stderr.write('\n');
    if (!isOwnInput) input.destroy();
  }
}

function openTerminal(): ReadStream {
  try {
    return new ReadStream(openSync('/dev/tty', 'r'));
  } catch {
    throw usageError('no_terminal');
  }
}
