import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const COMMAND = join(import.meta.dirname, '../bin/satchel.mjs');

/** Program of util-linux that gives a command a terminal. */
const SCRIPT = '/usr/bin/script';

export const HAS_TERMINALS = process.platform === 'linux' && existsSync(SCRIPT);

/** Command at a terminal, with simulated input. */
export interface AtTerminal {
  /** Types the keys once the command has asked the question; questions must come in order. */
  answer(question: string, keys: string): Promise<void>;
  /** Everything shown at the terminal, including echoed input. */
  readonly ended: Promise<{ readonly exitCode: number | null; readonly screen: string }>;
}

export const ENTER = '\r';
export const CTRL_C = '\x03';

/** Starts `satchel …` at a new terminal. */
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
