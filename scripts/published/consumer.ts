import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { PublishedName } from './pack.ts';
import { root, run } from './run.ts';

/** A project of somebody else's, outside of this repository, with what we publish installed. */
export interface Consumer {
  /** Writes a file of the project. */
  write(path: string, content: string): Promise<string>;
  /** Runs a script of the project with Node and returns what it prints. */
  node(path: string): Promise<string>;
  /** Bundles an entry for browsers with Vite; returns its JavaScript, gzipped, in bytes. */
  bundledSize(entry: string): Promise<number>;
  /** Type-checks a file as strictly as TypeScript can, declarations of packages included. */
  typecheck(file: string, options: readonly string[]): Promise<void>;
  remove(): Promise<void>;
}

export async function createConsumer(
  packed: Readonly<Record<PublishedName, string>>,
): Promise<Consumer> {
  const folder = await mkdtemp(join(tmpdir(), 'satchel-consumer-'));
  const tarballs = (['permissions', 'multipart-uploader', 'api-client'] as const).map(
    (name) => [`@satchel/${name}`, `file:${packed[name]}`] as const,
  );
  const dependencies = Object.fromEntries(tarballs);
  const write = async (path: string, content: string) => {
    await mkdir(join(folder, path, '..'), { recursive: true });
    await writeFile(join(folder, path), content);
    return path;
  };
  await write('package.json', JSON.stringify({ name: 'consumer', private: true, dependencies }));
  // What they need of each other is in no registry yet.
  const overrides = tarballs.map(([name, file]) => `  "${name}": "${file}"`).join('\n');
  await write('pnpm-workspace.yaml', `overrides:\n${overrides}\n`);
  await run('npx', ['--yes', 'pnpm@12', 'install', '--prefer-offline', '--ignore-scripts'], folder);

  return {
    write,
    node: (path) => run(process.execPath, [path], folder),
    async bundledSize(entry) {
      const outDir = `dist-${entry.replaceAll(/\W/g, '-')}`;
      const build = { outDir, modulePreload: false, rollupOptions: { input: entry } };
      const config = JSON.stringify({ logLevel: 'error', build });
      await write('vite.config.js', `export default ${config};\n`);
      const vite = join(root, 'apps/web/node_modules/vite/bin/vite.js');
      await run(process.execPath, [vite, 'build'], folder);
      const assets = join(folder, outDir, 'assets');
      const scripts = (await readdir(assets)).filter((name) => name.endsWith('.js'));
      const contents = await Promise.all(scripts.map((name) => readFile(join(assets, name))));
      return contents.reduce((sum, content) => sum + gzipSync(content, { level: 9 }).length, 0);
    },
    async typecheck(file, options) {
      const strict = ['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--target', 'es2024'];
      const tsc = join(root, 'node_modules/.bin/tsc');
      await run(tsc, [...strict, '--skipLibCheck', 'false', ...options, file], folder);
    },
    remove: () => rm(folder, { recursive: true }),
  };
}
