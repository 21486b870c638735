// node scripts/pick-image-files.mjs FOLDER: copies what runs into the folder of a container image: the
// server's sources, the packages that it imports, what they depend on, and the built web app.
import { chmodSync, cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { commandArguments } from '../apps/server/server-process.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const target = process.argv[2];
if (!target) throw new Error('Usage: node scripts/pick-image-files.mjs FOLDER');

const SERVER_PARTS = [
  'package.json',
  'server-process.mjs',
  'bin',
  'src',
  'generated',
  'prisma/migrations',
];

const isTest = /\.test\.tsx?$/;
/** Type declarations and source maps are for developers. */
const isForDevelopers = /\.(map|d\.[cm]?ts)$/;
/** Prisma brings its compiler of queries for each database, in two sizes, for two module systems. */
const isOtherCompiler =
  /query_compiler_(fast_bg|small_bg\.(mysql|sqlserver|cockroachdb)|.*wasm-base64\.js$)/;

function copy(path, isWanted) {
  const from = join(root, path);
  if (!existsSync(from)) return;
  cpSync(from, join(target, path), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (file) => !isWanted || isWanted(file),
  });
}

/** Those of this repository that a package of it needs to run, and those that they need. */
function packagesOf(folder) {
  const { dependencies = {} } = JSON.parse(
    readFileSync(join(root, folder, 'package.json'), 'utf8'),
  );
  const own = Object.keys(dependencies)
    .filter((name) => name.startsWith('@satchel/'))
    .map((name) => name.slice('@satchel/'.length));
  return new Set(own.flatMap((name) => [name, ...packagesOf(join('packages', name))]));
}

for (const part of SERVER_PARTS) copy(join('apps/server', part), (file) => !isTest.test(file));
copy('apps/server/node_modules');
copy('node_modules', (file) => !isForDevelopers.test(file) && !isOtherCompiler.test(file));
copy('apps/web/dist');
copy('LICENSE');
for (const name of packagesOf('apps/server')) {
  const folder = join('packages', name);
  copy(join(folder, 'node_modules'));
  copy(join(folder, 'package.json'));
  copy(join(folder, 'src'), (file) => !isTest.test(file));
}

const words = commandArguments.map((word) => `'${word.replace(root, '/app')}'`).join(' ');
const command = join(target, 'satchel');
// One process: what stops the container reaches the server itself.
writeFileSync(command, `#!/bin/sh\nexec node ${words} "$@"\n`);
chmodSync(command, 0o755);
