import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root, run } from './run.ts';

/** Runtimes and bundlers of other people, each pinned. */
const DEPENDENCIES = {
  'node-22': 'npm:node@22.23.3',
  'node-24': 'npm:node@24.21.0',
  bun: '1.4.5',
  deno: '2.9.6',
  webpack: '5.112.2',
  esbuild: '0.28.2',
};
const INSTALLED_BY_SCRIPTS = ['node', 'bun', 'deno', 'esbuild'];
const folder = join(root, 'node_modules/.satchel/toolchains');

/** Program and its arguments before the path of a script. */
export type Runtime = readonly [program: string, ...parameters: string[]];

/** They take 600 MB, so they are installed where they are used, and not with the repository. */
export async function installToolchains(): Promise<void> {
  await mkdir(folder, { recursive: true });
  const manifest = { name: 'toolchains', private: true, dependencies: DEPENDENCIES };
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
  const builds = INSTALLED_BY_SCRIPTS.map((name) => `  ${name}: true\n`).join('');
  await writeFile(join(folder, 'pnpm-workspace.yaml'), `packages: []\nallowBuilds:\n${builds}`);
  await run('pnpm', ['install', '--prefer-offline'], folder);
}

const installed = (path: string) => join(folder, 'node_modules', path);

export const NODES: Readonly<Record<string, Runtime>> = {
  'Node 22': [installed('node-22/bin/node')],
  'Node 24': [installed('node-24/bin/node')],
  'Node 26': [process.execPath],
};
export const RUNTIMES: Readonly<Record<string, Runtime>> = {
  ...NODES,
  Bun: [installed('.bin/bun'), 'run'],
  Deno: [installed('.bin/deno'), 'run', '--allow-all'],
};
export const COMPILERS: Readonly<Record<string, string>> = {
  'TypeScript 5.9': join(import.meta.dirname, 'node_modules/typescript-5/bin/tsc'),
  'TypeScript 7': join(root, 'node_modules/typescript/bin/tsc'),
};
export const webpackModule: string = installed('webpack/lib/index.js');
export const esbuildModule: string = installed('esbuild/lib/main.js');
