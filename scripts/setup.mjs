// First step of every script. It runs on any Node >= 20, before anything is installed.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const isWindows = process.platform === 'win32';
const binaries = join(root, 'node_modules', '.bin');

/** The Node of the lock file, pinned like any dependency, whatever Node runs this script. */
export const node = join(root, 'node_modules/node-runtime/bin', isWindows ? 'node.exe' : 'node');

/** Environment in which the pinned Node and the repository's tools are found first. */
export const environment = {
  ...process.env,
  PATH: `${dirname(node)}${isWindows ? ';' : ':'}${binaries}${isWindows ? ';' : ':'}${process.env.PATH}`,
  TURBO_TELEMETRY_DISABLED: '1',
  CHECKPOINT_DISABLE: '1',
  // Starts of our programs, of which tests make thousands, are twice as fast.
  NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node-compile'),
};

export function fail(message) {
  process.stderr.write(`\n${message}\n`);
  process.exit(1);
}

/** Runs a command to its end; ends this script too where it fails. */
export function run(command, args, options = {}) {
  const result = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    env: environment,
    shell: isWindows,
    ...options,
  });
  if (result.status !== 0) fail(`${command} ${args.join(' ')} failed`);
}

/** Installs the locked dependencies, unless nothing has changed since the last time. */
export function ensureInstalled() {
  const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const [pnpm] = packageManager.split('+');
  const locks = ['pnpm-lock.yaml', 'pnpm-workspace.yaml', 'package.json', ...packageFiles()];
  onceFor('installed', locks, existsSync(node), () => {
    process.stdout.write('Installing dependencies …\n');
    run('npx', ['--yes', pnpm, 'install', '--frozen-lockfile', '--reporter=append-only'], {
      env: process.env,
      stdio: ['ignore', process.env.CI ? 'inherit' : 'ignore', 'inherit'],
    });
  });
}

/** Writes the database clients and builds the server and the web app, where their sources have changed. */
export function ensureBuilt(...tasks) {
  const isFirst = tasks.includes('build') && !existsSync(join(root, 'apps/web/dist/index.html'));
  if (isFirst) process.stdout.write('Building the server and the web app …\n');
  const filters = ['--filter=@satchel/server', '--filter=@satchel/web'];
  const result = spawnSync('turbo', ['run', ...tasks, ...filters, '--output-logs=errors-only'], {
    cwd: root,
    env: environment,
    encoding: 'utf8',
    shell: isWindows,
  });
  if (result.status !== 0) fail(`${result.stdout}${result.stderr}${result.error ?? ''}`);
}

/** Starts a command and ends with its exit code; signals go to it, and it decides when to end. */
export function become(command, args, options = {}) {
  const child = spawn(command, args, { stdio: 'inherit', env: environment, ...options });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => child.kill(signal));
  }
  child.on('error', (error) => fail(error.message));
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
}

function packageFiles() {
  const folders = ['apps', 'packages'].flatMap((name) =>
    readdirSync(join(root, name)).map((child) => `${name}/${child}`),
  );
  return [...folders, 'bench', 'scripts/published']
    .map((folder) => `${folder}/package.json`)
    .filter((path) => existsSync(join(root, path)));
}

/** Does work once for the content of files, remembered in node_modules. */
function onceFor(name, files, isDone, work) {
  const hash = createHash('sha256').update(process.platform);
  for (const file of [...files].sort()) hash.update(file).update(readFileSync(join(root, file)));
  const stamp = hash.digest('hex');
  const path = join(root, 'node_modules', '.satchel', name);
  if (isDone && existsSync(path) && readFileSync(path, 'utf8') === stamp) return;
  work();
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, stamp);
}
