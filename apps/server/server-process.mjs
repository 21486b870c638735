// How the server is run, for `npm start`, tests and the benchmarks; what repeats it names this file.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = dirname(fileURLToPath(import.meta.url));

/**
 * Arguments for the pinned Node. The young generation is small, because streamed bytes die at once and
 * would fill a larger one first; 4 MiB cost creating a text a fifth less processor time than 2 on a busy
 * machine, and 8 MiB no less. The heap grows by half before it is collected, not by several times, because
 * listings and crawls leave much behind (goal: less than 300 MiB). Streamed bytes count towards that growth;
 * otherwise V8 would look at the whole heap after every 32 MiB of them.
 *
 * A start costs 0.51 s of processor time instead of 0.63 with the last two (Linux, two cores, 28 November
 * 2026), and the idle server 209 MiB instead of 218: V8 collects for the first time at 64 MiB, because what a
 * start loads is used to the end, and does not optimise the query compiler of Prisma, which is WebAssembly and
 * runs once for each kind of query.
 */
const nodeArguments = [
  '--disable-warning=ExperimentalWarning',
  // Errors tell lines of the sources.
  '--enable-source-maps',
  '--max-semi-space-size=4',
  '--heap-growing-percent=50',
  '--external-memory-accounted-in-global-limit',
  '--initial-old-space-size=64',
  '--wasm-tiering-budget=100000000',
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
