// Builds the documentation site into `dist`, a folder that any web server can publish.
import { execFileSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'vitepress';
import { findDeadLinks } from './check-links.ts';
import { BASE, pages, root } from './packages.ts';
import { writeGuides } from './write-guides.ts';
import { writeReference } from './write-reference.ts';

const dist = join(import.meta.dirname, 'dist');

for (const folder of [pages, dist]) await rm(folder, { recursive: true, force: true });
await writeGuides();
for (const name of ['multipart-uploader', 'permissions', 'api-client']) await writeReference(name);
await build(import.meta.dirname, { outDir: dist });

const uploader = join(root, 'packages/multipart-uploader');
execFileSync(process.execPath, ['--run', 'build:demo', '--', join(dist, 'demo-app')], {
  ...{ cwd: uploader, stdio: 'inherit' },
});

const dead = findDeadLinks(dist, BASE);
if (dead.length > 0) throw new Error(`Links that lead nowhere:\n${dead.join('\n')}`);
