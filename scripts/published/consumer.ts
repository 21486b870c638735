import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { PublishedName } from './pack.ts';
import type { CompilerOptions } from './resolutions.ts';
import { root, run } from './run.ts';
import { COMPILERS, type Runtime } from './toolchains.ts';

/** Bytes loaded at once, and bytes of parts loaded later. */
export interface BundledSizes {
  readonly initial: number;
  readonly later: Readonly<Record<string, number>>;
}

/** Project outside of this repository in which the published packages are installed. */
export interface Consumer {
  /** Writes a file of the project. */
  write(path: string, content: string): Promise<string>;
  /** Absolute path of a file of the project. */
  pathOf(path: string): string;
  /** Runs a script of the project with Node and returns what it prints. */
  node(path: string): Promise<string>;
  /** Runs a file with another runtime. */
  run(runtime: Runtime, path: string, ...parameters: readonly string[]): Promise<string>;
  /** Bundles an entry for browsers with Vite; returns its JavaScript, gzipped, in bytes. */
  bundledSizes(entry: string): Promise<BundledSizes>;
  /** Type-checks a file, declarations of packages included; strictly, unless the options say otherwise. */
  typecheck(file: string, options: CompilerOptions, compiler?: string): Promise<void>;
  /** Type-checks a file as `typecheck` does, and returns how many types that made. */
  countTypes(file: string, options: CompilerOptions): Promise<number>;
  remove(): Promise<void>;
}

export async function createConsumer(
  packed: Readonly<Record<PublishedName, string>>,
  names: readonly PublishedName[] = ['permissions', 'multipart-uploader', 'api-client'],
): Promise<Consumer> {
  const folder = await mkdtemp(join(tmpdir(), 'satchel-consumer-'));
  const tarballs = names.map((name) => [`@satchel/${name}`, `file:${packed[name]}`] as const);
  const dependencies = Object.fromEntries(tarballs);
  const write = async (path: string, content: string) => {
    await mkdir(join(folder, path, '..'), { recursive: true });
    await writeFile(join(folder, path), content);
    return path;
  };
  await write('package.json', JSON.stringify({ name: 'consumer', private: true, dependencies }));
  // Resolves versions to the locked ones. Packages of this project are in no registry yet, and a new version
  // of another could break a budget of bytes.
  const locked = await Promise.all(
    ['ky', 'zod'].map(async (name) => [name, await lockedVersion(name)] as const),
  );
  const overrides = [...tarballs, ...locked]
    .map(([name, version]) => `  "${name}": "${version}"`)
    .join('\n');
  await write('pnpm-workspace.yaml', `overrides:\n${overrides}\n`);
  await run('pnpm', ['install', '--prefer-offline', '--ignore-scripts'], folder);

  const check = async (
    file: string,
    options: CompilerOptions,
    compiler = COMPILERS['TypeScript 7'] ?? '',
  ) => {
    const strict = { strict: true, exactOptionalPropertyTypes: true };
    const always = { noEmit: true, target: 'es2024', skipLibCheck: false, jsx: 'react-jsx' };
    const compilerOptions = { ...strict, ...always, ...options };
    await write('tsconfig.json', JSON.stringify({ compilerOptions, files: [file] }));
    const parameters = ['--project', 'tsconfig.json', '--extendedDiagnostics'];
    return run(process.execPath, [compiler, ...parameters], folder);
  };

  return {
    write,
    pathOf: (path) => join(folder, path),
    node: (path) => run(process.execPath, [path], folder),
    run: ([program, ...options], path, ...parameters) =>
      run(program, [...options, path, ...parameters], folder),
    async bundledSizes(entry) {
      const outDir = `dist-${entry.replaceAll(/\W/g, '-')}`;
      const build = { outDir, modulePreload: false, manifest: true };
      const config = JSON.stringify({ logLevel: 'error', build });
      // Vite's own loader of chunks is in every page that has some, once: a chunk for itself. The
      // hashes of names are no code of ours, and each change of a chunk makes them other ones.
      const output = `{
        manualChunks: (id) => id.includes('preload-helper') ? 'vite' : undefined,
        entryFileNames: '[name].js',
        chunkFileNames: '[name].js',
      }`;
      const options = `{ input: ${JSON.stringify(entry)}, output: ${output} }`;
      await write(
        'vite.config.js',
        `const config = ${config};\nconfig.build.rollupOptions = ${options};\nexport default config;\n`,
      );
      const vite = join(import.meta.dirname, 'node_modules/vite/bin/vite.js');
      await run(process.execPath, [vite, 'build'], folder);
      return readSizes(join(folder, outDir));
    },
    async typecheck(file, options, compiler) {
      await check(file, options, compiler);
    },
    async countTypes(file, options) {
      return Number(/^Types: +(\d+)$/m.exec(await check(file, options))?.[1]);
    },
    remove: () => rm(folder, { recursive: true }),
  };
}

async function lockedVersion(name: string): Promise<string> {
  const path = join(root, 'packages/api-client/node_modules', name, 'package.json');
  return JSON.parse(await readFile(path, 'utf8')).version as string;
}

async function readSizes(folder: string): Promise<BundledSizes> {
  const manifest = JSON.parse(
    await readFile(join(folder, '.vite/manifest.json'), 'utf8'),
  ) as Record<string, { file: string; isEntry?: boolean; imports?: readonly string[] }>;
  const sizeOf = async (name: string) =>
    gzipSync(await readFile(join(folder, manifest[name]?.file ?? '')), { level: 9 }).length;
  const atOnce = new Set<string>();
  const collect = (name: string) => {
    if (atOnce.has(name)) return;
    atOnce.add(name);
    for (const imported of manifest[name]?.imports ?? []) collect(imported);
  };
  const names = Object.keys(manifest).filter((name) => !/^_vite\b/.test(name));
  for (const name of names) if (manifest[name]?.isEntry) collect(name);
  const sizes = await Promise.all(names.map(async (name) => [name, await sizeOf(name)] as const));
  const initial = sizes
    .filter(([name]) => atOnce.has(name))
    .reduce((sum, [, size]) => sum + size, 0);
  return { initial, later: Object.fromEntries(sizes.filter(([name]) => !atOnce.has(name))) };
}
