// node scripts/pick-image-files.mjs FOLDER: copies what runs into the folder of a container image: the
// bundled server, the packages that it depends on, and the built web app.
import { chmodSync, cpSync, existsSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { commandArguments } from '../apps/server/server-process.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const target = process.argv[2];
if (!target) throw new Error('Usage: node scripts/pick-image-files.mjs FOLDER');

const SERVER_PARTS = ['package.json', 'dist', 'prisma/migrations', 'node_modules'];

/** Type declarations and source maps are for developers. */
const isForDevelopers = /\.(map|d\.[cm]?ts)$/;
/** Prisma brings its compiler of queries for each database; the bundle has those that are used. */
const isCompiler = /query_compiler_/;

function copy(path, isWanted) {
  const from = join(root, path);
  if (!existsSync(from)) return;
  cpSync(from, join(target, path), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (file) => !isWanted || isWanted(file),
  });
}

for (const part of SERVER_PARTS) copy(join('apps/server', part));
copy('node_modules', (file) => !isForDevelopers.test(file) && !isCompiler.test(file));
copy('apps/web/dist');
copy('LICENSE');

const words = commandArguments.map((word) => `'${word.replace(root, '/app')}'`).join(' ');
const command = join(target, 'satchel');
// One process: what stops the container reaches the server itself.
writeFileSync(command, `#!/bin/sh\nexec node ${words} "$@"\n`);
chmodSync(command, 0o755);
