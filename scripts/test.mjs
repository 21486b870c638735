// npm test: everything. npm run check: the quick part (formatting, lint, types, unit tests).
// Turborepo runs the tasks; the last line says how many tests passed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
} from 'node:fs';
import { join } from 'node:path';
import { countWrittenTests, readFailures, readResults } from './results.mjs';
import { ensureInstalled, environment, root } from './setup.mjs';
import {
  installArchivers,
  installChromium,
  installHeadlessShell,
  installOtherBrowsers,
  installPostgres,
  installProxies,
  installWebdavClients,
} from './system-packages.mjs';

/** `lint:repository` reads the files of all packages once, instead of the repository for each package. */
const CHECKS = ['typecheck', 'lint:repository', 'test:repository'];
/** Builds that the tests need. */
const BUILDS = ['@satchel/server#build', '@satchel/web#build', '@satchel/site#build'];
const summaries = join(root, '.turbo/runs');
/** File system in memory on Linux. */
const MEMORY_FOLDER = '/dev/shm';
/** Twice what the databases of all tests have taken. */
const MEMORY_NEEDED_BYTES = 8 * 1024 ** 3;
const counts = { passed: 0, failed: 0, skipped: 0 };
const failures = [];
/** Runs that ended with an error. */
const refused = [];
const failedTests = [];

/** Runs tasks of packages, each to its end, and notes how they ended. */
async function turbo(tasks, options) {
  const [code] = await once(
    spawn(
      'turbo',
      ['run', ...tasks, '--continue=dependencies-successful', '--summarize', ...options],
      {
        cwd: root,
        env: environment,
        stdio: ['ignore', 'inherit', 'inherit'],
      },
    ),
    'exit',
  );
  if (code !== 0) refused.push(`turbo run ${tasks.join(' ')} ${options.join(' ')}`);
}

/** Notes how the tasks of all runs ended. */
function readSummaries() {
  const tasks = readdirSync(summaries).flatMap(
    (file) => JSON.parse(readFileSync(join(summaries, file), 'utf8')).tasks,
  );
  // Tasks without a script, which only order the others, were not executed.
  for (const task of tasks) if (task.execution) note(task);
  if (failures.length === 0) failures.push(...refused);
}

function note({ taskId, execution, cache, logFile }) {
  const isOk = execution.exitCode === 0;
  const seconds = ((execution.endTime - execution.startTime) / 1000).toFixed(1);
  const how = cache.status === 'HIT' ? 'unchanged' : `${seconds} s`;
  process.stdout.write(`${isOk ? '✓' : '✗'} ${taskId} (${how})\n`);
  if (!isOk) failures.push(taskId);
  const log = join(root, logFile);
  if (!/[#:]test/.test(taskId) || !existsSync(log)) return;
  const text = readFileSync(log, 'utf8');
  const results = readResults(text);
  if (!isOk) failedTests.push(readFailures(text));
  if (!results && isOk) failures.push(`${taskId}, which has not said how many tests passed`);
  for (const name of Object.keys(counts)) counts[name] += results?.[name] ?? 0;
}

/**
 * Has tests keep their databases and objects in memory where there is enough: a disk takes milliseconds to
 * make each write durable, and no test cuts the power.
 */
function useMemoryForFiles() {
  if (environment.TMPDIR || !existsSync(MEMORY_FOLDER)) return;
  const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
  if (bavail * bsize < MEMORY_NEEDED_BYTES) return;
  const folder = mkdtempSync(join(MEMORY_FOLDER, 'satchel-tests-'));
  // PostgreSQL runs as a user of its own.
  chmodSync(folder, 0o1777);
  environment.TMPDIR = folder;
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
}

ensureInstalled();
rmSync(summaries, { recursive: true, force: true });
mkdirSync(summaries, { recursive: true });
if (process.argv[2] === 'check') {
  await turbo([...CHECKS, 'test:unit'], ['--output-logs=errors-only']);
} else {
  installChromium();
  installHeadlessShell();
  installOtherBrowsers();
  installPostgres();
  installProxies();
  installWebdavClients();
  installArchivers();
  useMemoryForFiles();
  await turbo([...CHECKS, ...BUILDS], ['--output-logs=errors-only']);
  // Everything is built, so these start without what they depend on: a restored build would replace files
  // under running servers. Their results are not kept, because they do not hang on those of others then.
  const output = [
    '--only',
    '--force',
    '--log-prefix=none',
    '--log-order=grouped',
    '--concurrency=1',
  ];
  // The server's tests, which take as long as all others, wait for clocks and children, while another
  // package's use the processor. Browsers need both cores for themselves.
  await Promise.all([
    turbo(['test'], ['--filter=@satchel/server', ...output]),
    turbo(['test'], ['--filter=!@satchel/server', ...output]),
  ]);
  await turbo(['test:e2e'], output);
}
readSummaries();
// Repeats the failures at the end, where readers of a log look first.
for (const told of failedTests) process.stdout.write(`\n${told}\n`);
if (failures.length > 0) process.stdout.write(`\nFailed: ${failures.join(', ')}\n`);
process.stdout.write(
  `\n${countWrittenTests(root)} tests are written; with each case and screen:\n`,
);
process.stdout.write(
  `${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped\n`,
);
process.exit(failures.length > 0 || counts.passed === 0 ? 1 : 0);
