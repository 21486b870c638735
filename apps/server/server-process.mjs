// How the server is run, for `npm start`, tests and the benchmarks; what repeats it names this file.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = dirname(fileURLToPath(import.meta.url));

/**
 * Arguments for the pinned Node. A small young generation, because bytes that stream through die at
 * once and would otherwise fill memory first; and a heap that grows by half before it is cleaned, not
 * by several times, because listings and crawls leave much behind (goal: less than 300 MB). Bytes on
 * their way count towards that growth; without it every 32 MB of them have the whole heap looked at.
 */
const nodeArguments = [
  '--disable-warning=ExperimentalWarning',
  // Errors tell lines of the sources.
  '--enable-source-maps',
  '--max-semi-space-size=2',
  '--heap-growing-percent=50',
  '--external-memory-accounted-in-global-limit',
];

/**
 * The server as it was bundled by `turbo run build`.
 *
 * @type {readonly string[]}
 */
export const serverArguments = [...nodeArguments, join(folder, 'dist/main.cjs')];

/**
 * For the command of operators, which runs the server too; its words come after.
 *
 * @type {readonly string[]}
 */
export const commandArguments = [...nodeArguments, join(folder, 'dist/satchel.cjs')];

/**
 * Both from the sources, where they may have changed since they were bundled.
 *
 * @type {{ readonly server: readonly string[]; readonly command: readonly string[] }}
 */
export const fromSources = {
  server: [...nodeArguments, join(folder, 'src/main.ts')],
  command: [...nodeArguments, join(folder, '../operator/src/satchel.ts')],
};

/**
 * glibc keeps a heap for every thread; a server of buffers wants few. And once it has freed a large
 * block, it gives less back to the system, unless the threshold is set: to what it is at first.
 */
export const serverEnvironment = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072' };
