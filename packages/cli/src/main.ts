#!/usr/bin/env node
// The only file that touches the process: its arguments, signals and exit code.
import { languageOf } from '@satchel/api-client/messages';
import envPaths from 'env-paths';
import { EXIT_CODES } from './exit-codes.ts';
import { sentence } from './messages.ts';
import { run } from './program.ts';

const { argv, env, stderr, stdout, platform } = process;

const interruption = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    // A second Ctrl+C exits immediately, without cleaning up.
    if (interruption.signal.aborted) process.exit(EXIT_CODES.interrupted);
    interruption.abort();
  });
}

// The program that reads the output, such as `head`, may close it early.
for (const stream of [stdout, stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit(EXIT_CODES.brokenPipe);
  });
}

const locale = env.LC_ALL || env.LC_MESSAGES || env.LANG;
// Windows has no locale variables.
const language = languageOf(locale || Intl.DateTimeFormat().resolvedOptions().locale);
const directories = envPaths('satchel', { suffix: '' });

process.exitCode = await run(argv.slice(2), {
  get stdin() {
    // Opened on first use, because an open input keeps the process running.
    return process.stdin;
  },
  stdout,
  stderr,
  env,
  language,
  signal: interruption.signal,
  configDirectory: directories.config,
  // Only Linux has a directory for state, which is this library's `log` directory.
  stateDirectory: platform === 'linux' ? directories.log : directories.data,
  say: (name, details) => sentence(language, name, details),
});
