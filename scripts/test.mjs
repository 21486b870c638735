// npm test: everything. npm run check: the quick part (formatting, lint, types, unit tests).
// Turborepo runs the tasks; the last line says how many tests passed.
import { spawnSync } from 'node:child_process';
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

const CHECKS = ['lint', 'typecheck', 'lint:repository', 'test:repository'];
const summaries = join(root, '.turbo/runs');
/** File system in memory on Linux. */
const MEMORY_FOLDER = '/dev/shm';
/** Twice what the databases of all tests have taken. */
const MEMORY_NEEDED_BYTES = 8 * 1024 ** 3;
const counts = { passed: 0, failed: 0, skipped: 0 };
const failures = [];
const failedTests = [];

/** Runs tasks of all packages, each to its end, and notes how they ended. */
function turbo(tasks, options) {
  rmSync(summaries, { recursive: true, force: true });
  mkdirSync(summaries, { recursive: true });
  const { status } = spawnSync(
    'turbo',
    ['run', ...tasks, '--continue=dependencies-successful', '--summarize', ...options],
    { cwd: root, env: environment, stdio: ['ignore', 'inherit', 'inherit'] },
  );
  const [summary] = readdirSync(summaries);
  const done = summary ? JSON.parse(readFileSync(join(summaries, summary), 'utf8')).tasks : [];
  const isKnown = done.some(({ execution }) => execution?.exitCode);
  if (status !== 0 && !isKnown) failures.push(`turbo run ${tasks.join(' ')}`);
  // Tasks without a script, which only order the others, were not executed.
  for (const task of done) if (task.execution) note(task);
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
if (process.argv[2] === 'check') {
  turbo([...CHECKS, 'test:unit'], ['--output-logs=errors-only']);
} else {
  installChromium();
  installHeadlessShell();
  installOtherBrowsers();
  installPostgres();
  installProxies();
  installWebdavClients();
  installArchivers();
  useMemoryForFiles();
  turbo(CHECKS, ['--output-logs=errors-only']);
  // The server's tests wait for clocks and children, while another package's use the processor. Browsers
  // need both cores for themselves.
  const output = ['--log-prefix=none', '--log-order=grouped'];
  turbo(['test'], ['--concurrency=2', ...output]);
  turbo(['test:e2e'], ['--concurrency=1', ...output]);
}
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
