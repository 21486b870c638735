// Operators' command. Only this file and `main.ts`, which `satchel serve` runs, may touch the process.
import { EXIT_CODES } from './exit-codes.ts';
import { run } from './program.ts';

const { argv, env, stdin, stdout, stderr } = process;
const words = argv.slice(2);

const interruption = new AbortController();
// The server handles signals itself.
if (words[0] !== 'serve') {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      // A second Ctrl+C exits immediately, without cleaning up.
      if (interruption.signal.aborted) process.exit(EXIT_CODES.interrupted);
      interruption.abort();
    });
  }
}

async function main(): Promise<void> {
  const exitCode = await run(words, {
    env,
    // npm runs scripts in the package's folder; a relative path means the user's.
    workingDirectory: env.INIT_CWD ?? process.cwd(),
    stdin,
    stdout,
    stderr,
    signal: interruption.signal,
  });
  // Exits explicitly, because database drivers may keep closed connections for a while; a server stays.
  if (words[0] !== 'serve' || exitCode !== EXIT_CODES.done) process.exit(exitCode);
}

void main();
