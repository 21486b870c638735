// The only file that touches the process: its arguments, signals and exit code.
import { languageOf } from '@satchel/api-client/messages';
import envPaths from 'env-paths';
import { EXIT_CODES } from './exit-codes.ts';
import { explainError } from './explain-error.ts';
import { type MessageDetails, type MessageName, sentence } from './messages.ts';
import { run } from './program.ts';
import { complain } from './terminal/output.ts';

const { argv, env, stderr, stdout, platform } = process;

const interruption = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    // A second Ctrl+C exits immediately, without cleaning up.
    if (interruption.signal.aborted) process.exit(EXIT_CODES.interrupted);
    interruption.abort();
  });
}

const locale = env.LC_ALL || env.LC_MESSAGES || env.LANG;
// Windows has no locale variables.
const language = languageOf(locale || Intl.DateTimeFormat().resolvedOptions().locale);
const say = (name: MessageName, details?: MessageDetails) => sentence(language, name, details);

// The program that reads the output, such as `head`, may close it early, or the disk of the output be full.
for (const stream of [stdout, stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(EXIT_CODES.brokenPipe);
    if (stream === stdout) complain({ stderr }, explainError({ language, say }, error).text);
    process.exit(EXIT_CODES.failed);
  });
}

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
  say,
});
