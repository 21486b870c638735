// npm test: everything. npm run check: the quick part (formatting, lint, types, unit tests).
// The last line says how many tests passed.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  ensureDatabaseClients,
  ensureInstalled,
  ensureWebAppBuilt,
  environment,
  node,
  root,
} from './setup.mjs';
import { installChromium, installPostgres } from './system-packages.mjs';

const isQuick = process.argv[2] === 'check';
const results = join(root, 'node_modules/.satchel/results');
const counts = { passed: 0, failed: 0, skipped: 0 };
const failures = [];

function step(name, command, args, options = {}) {
  const started = Date.now();
  const result = spawnSync(command, args, {
    cwd: root,
    env: environment,
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
    stdio: options.isLoud ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
    ...options,
  });
  const isOk = result.status === 0;
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  process.stdout.write(`${isOk ? '✓' : '✗'} ${name} (${seconds} s)\n`);
  if (!isOk) {
    failures.push(name);
    process.stdout.write(`${result.stdout ?? ''}${result.stderr ?? ''}${result.error ?? ''}\n`);
  }
  return isOk;
}

/** Runs a tool's own script with the pinned Node. */
const tool = (path) => join(root, 'node_modules', path);

function checks() {
  step('format, lint and boundaries', 'biome', ['ci', '--error-on-warnings', '.']);
  step('promises and exhaustive switches', 'oxlint', ['--type-aware', '--deny-warnings']);
  step('package boundaries', 'turbo', ['boundaries']);
  for (const folder of packages()) step(`types of ${folder}`, 'tsc', ['--noEmit', '-p', folder]);
  step('unused files, exports and dependencies', 'knip', []);
  step('versions across packages', 'sherif', ['-r', 'root-package-manager-field']);
}

function packages() {
  const folders = ['apps', 'packages'].flatMap((name) =>
    readdirSync(join(root, name)).map((child) => `${name}/${child}`),
  );
  return [...folders, 'bench'].filter((folder) => existsSync(join(root, folder, 'tsconfig.json')));
}

function vitest(name, folder, args = []) {
  const report = join(results, `${name.replaceAll(/\W+/g, '-')}.json`);
  step(
    name,
    node,
    [
      tool('vitest/vitest.mjs'),
      'run',
      '--root',
      folder,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...args,
    ],
    { isLoud: !isQuick },
  );
  if (!existsSync(report)) return;
  const { numPassedTests, numFailedTests, numPendingTests } = JSON.parse(
    readFileSync(report, 'utf8'),
  );
  counts.passed += numPassedTests;
  counts.failed += numFailedTests;
  counts.skipped += numPendingTests;
}

function endToEnd() {
  const report = join(results, 'e2e.json');
  step(
    'end to end, in Chromium',
    node,
    [tool('../apps/web/node_modules/@playwright/test/cli.js'), 'test'],
    {
      cwd: join(root, 'apps/web'),
      env: { ...environment, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
      isLoud: true,
    },
  );
  if (!existsSync(report)) return;
  const { stats } = JSON.parse(readFileSync(report, 'utf8'));
  counts.passed += stats.expected + stats.flaky;
  counts.failed += stats.unexpected;
  counts.skipped += stats.skipped;
}

ensureInstalled();
ensureDatabaseClients();
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
checks();
vitest('house rules', 'scripts');
for (const name of ['permissions', 'api-client']) {
  if (existsSync(join(root, 'packages', name, 'src')))
    vitest(`unit: ${name}`, `packages/${name}`, ['--passWithNoTests']);
}
vitest('unit: ui', 'packages/ui', ['--project', 'unit']);
vitest('unit: web', 'apps/web');
if (isQuick) {
  vitest('unit: server', 'apps/server', ['--project', 'unit']);
  vitest('unit: multipart-uploader', 'packages/multipart-uploader', ['--project', 'unit']);
  vitest('unit: local-s3', 'packages/local-s3', ['src']);
} else {
  installChromium();
  installPostgres();
  vitest('published packages: shape, sizes, use elsewhere', 'scripts/published');
  ensureWebAppBuilt();
  vitest('multipart-uploader, in Chromium too', 'packages/multipart-uploader');
  vitest('ui: gallery, with axe', 'packages/ui', ['--project', 'gallery']);
  vitest('local-s3: unit, conformance, kill -9', 'packages/local-s3');
  vitest('server: unit, integration, kill -9', 'apps/server');
  endToEnd();
}
if (failures.length > 0) process.stdout.write(`\nFailed: ${failures.join(', ')}\n`);
process.stdout.write(
  `\n${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped\n`,
);
process.exit(failures.length > 0 || counts.passed === 0 ? 1 : 0);
