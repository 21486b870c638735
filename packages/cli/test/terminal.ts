import { spawn } from 'node:child_process';
import { MAIN, type Outcome, outcomeOf, type User } from './run-cli.ts';

/** Questions of the program, each with the answer to type. */
export type Answers = readonly (readonly [question: string, typed: string])[];

/** Runs a command on a separate terminal, created by `script`, so that the command may prompt. */
export function runInTerminal(
  user: User,
  words: readonly string[],
  answers: Answers,
  env: Readonly<Record<string, string>> = {},
): Promise<Outcome> {
  const quoted = [process.execPath, MAIN, ...words].map((word) => `'${word}'`).join(' ');
  return converse(user, quoted, answers, env);
}

/** Like `converse`, for a line of the shell. */
export async function converse(
  user: User,
  line: string,
  answers: Answers,
  env: Readonly<Record<string, string>> = {},
): Promise<Outcome> {
  const child = spawn('script', ['--quiet', '--return', '--command', line, '/dev/null'], {
    cwd: user.directory,
    env: { ...user.env, TERM: 'xterm-256color', SHELL: '/bin/sh', ...env },
  });
  let seen = '';
  const left = [...answers];
  child.stdout.on('data', (chunk: Buffer) => {
    seen += chunk.toString();
    const [question, typed] = left[0] ?? [];
    if (question === undefined || typed === undefined || !seen.includes(question)) return;
    seen = seen.slice(seen.indexOf(question) + question.length);
    left.shift();
    child.stdin.write(typed);
  });
  return outcomeOf(child);
}
