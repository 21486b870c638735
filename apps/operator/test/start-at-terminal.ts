import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const COMMAND = join(import.meta.dirname, '../bin/satchel.mjs');

/** That of util-linux, which gives a command a terminal. */
const SCRIPT = '/usr/bin/script';

export const HAS_TERMINALS = process.platform === 'linux' && existsSync(SCRIPT);

/** A command at a terminal, and somebody who types. */
export interface AtTerminal {
  /** Types it when the command has asked that; each answer is to a question after the last one. */
  answer(question: string, keys: string): Promise<void>;
  /** All that was to be read at the terminal: also what the command has echoed. */
  readonly ended: Promise<{ readonly exitCode: number | null; readonly screen: string }>;
}

export const ENTER = '\r';
export const CTRL_C = '\x03';

/** Starts `satchel …` at a terminal of its own. */
export function startAtTerminal(
  words: readonly string[],
  env: Readonly<Record<string, string>>,
): AtTerminal {
  const command = [process.execPath, COMMAND, ...words].map(quote).join(' ');
  const child = spawn(SCRIPT, ['--quiet', '--return', '--command', command, '/dev/null'], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      ...{ SHELL: '/bin/sh', TERM: 'xterm', ...env },
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let screen = '';
  let seen = 0;
  child.stdout.setEncoding('utf8').on('data', (text) => {
    screen += text;
  });
  const ended = once(child, 'close').then(([exitCode]) => ({ exitCode, screen }));
  return {
    ended,
    async answer(question, keys) {
      for (;;) {
        const at = screen.indexOf(question, seen);
        if (at >= 0) {
          seen = at + question.length;
          break;
        }
        const more = once(child.stdout, 'data').then(() => true);
        const isRunning = await Promise.race([more, ended.then(() => false)]);
        if (!isRunning) throw new Error(`it ended without asking "${question}": ${screen}`);
      }
      child.stdin.write(keys);
    },
  };
}

function quote(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
