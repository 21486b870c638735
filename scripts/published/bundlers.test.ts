import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type StartedServer, startServerProcess } from '@satchel/server/test/start-server-process';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { type Consumer, createConsumer } from './consumer.ts';
import { ADMIN, USE_WITH_SERVER } from './entry-points.ts';
import { esbuildModule, webpackModule } from './toolchains.ts';

/*
 * Each bundles a page's module, minified and with its chunks loaded when they are wanted, and what comes
 * of it shares a text and a file. It runs in Node, which loads modules as browsers do.
 */
const BUNDLERS: Readonly<Record<string, string>> = {
  Vite: `import { build } from 'vite';
const { output } = await build({
  configFile: false,
  logLevel: 'error',
  build: {
    modulePreload: false,
    rolldownOptions: { input: 'entry.js', output: { dir: 'dist', entryFileNames: 'main.mjs' } },
  },
});`,
  webpack: `import { createRequire } from 'node:module';
const webpack = createRequire(import.meta.url)(${JSON.stringify(webpackModule)});
await new Promise((resolve, reject) =>
  webpack(
    {
      mode: 'production',
      target: ['web', 'es2022'],
      entry: './entry.js',
      experiments: { outputModule: true },
      output: {
        path: new URL('dist', import.meta.url).pathname,
        filename: 'main.mjs',
        module: true,
        chunkFormat: 'module',
        chunkLoading: 'import',
      },
    },
    (error, stats) =>
      error || stats.hasErrors() || stats.hasWarnings()
        ? reject(error ?? new Error(stats.toString()))
        : resolve(),
  ),
);`,
  esbuild: `import { createRequire } from 'node:module';
const { build } = createRequire(import.meta.url)(${JSON.stringify(esbuildModule)});
await build({
  entryPoints: { main: 'entry.js' },
  bundle: true,
  splitting: true,
  minify: true,
  format: 'esm',
  platform: 'browser',
  outdir: 'dist',
  outExtension: { '.js': '.mjs' },
  logLevel: 'error',
});`,
};

let consumer: Consumer;
let server: StartedServer;

beforeAll(async () => {
  [consumer, server] = await Promise.all([
    createConsumer(inject('packed')),
    startServerProcess(ADMIN),
  ]);
  const code = `import { createClient } from '@satchel/api-client';\n${USE_WITH_SERVER}`;
  await consumer.write('entry.js', code);
});
afterAll(() => Promise.all([consumer.remove(), server.stop()]));

it.each(Object.entries(BUNDLERS))(
  '%s bundles a page that shares a text and a file',
  async (name, script) => {
    await consumer.write('dist/package.json', '{ "type": "module" }');
    const vite = join(import.meta.dirname, 'node_modules/vite/dist/node/index.js');
    const path = await consumer.write(
      `${name}.mjs`,
      script.replace(`'vite'`, JSON.stringify(vite)),
    );
    await consumer.node(path);
    expect(await readFile(consumer.pathOf('dist/main.mjs'), 'utf8')).not.toContain(
      '@satchel/api-client',
    );
    const printed = await consumer.run(
      [process.execPath],
      'dist/main.mjs',
      ...[server.url, ADMIN.username, ADMIN.password],
    );
    expect(printed).toBe('hello 12582912 true\n');
  },
);
