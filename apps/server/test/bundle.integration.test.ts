import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@satchel/test-kit/free-port';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import manifest from '../package.json' with { type: 'json' };
import { serverArguments } from '../server-process.mjs';
import { startChild } from './start-child.ts';

const BUNDLE = join(import.meta.dirname, '../dist');

async function readAll(ending: string): Promise<readonly string[]> {
  const names = await readdir(BUNDLE, { recursive: true });
  const wanted = names.filter((name) => name.endsWith(ending));
  return Promise.all(wanted.map((name) => readFile(join(BUNDLE, name), 'utf8')));
}

describe('the bundled server (ADR 18)', () => {
  let directory = '';
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'satchel-bundle-'));
  });
  afterEach(() => rm(directory, { recursive: true, force: true }));

  it('starts, and answers with the web app and the description of its calls', async () => {
    expect(serverArguments.at(-1)).toBe(join(BUNDLE, 'main.cjs'));
    const child = startChild(await freePort(), { DATA_DIR: directory });
    await child.ready;
    const page = await fetch(child.url);
    expect(await page.text()).toContain('<div id="app">');
    const description = await fetch(`${child.url}/api/openapi.json`);
    expect(await description.json()).toMatchObject({
      paths: {
        '/api/version': { get: { tags: ['system'], responses: { 200: expect.anything() } } },
      },
    });
    expect((await fetch(`${child.url}/api/docs/`)).status).toBe(200);
    child.process.kill('SIGTERM');
    expect(await child.ended).toBe(0);
  });

  it('tells the line of the source where it fails', async () => {
    await mkdir(join(directory, 'satchel.db'));
    const child = startChild(await freePort(), { DATA_DIR: directory, SECRET_KEY: 'k'.repeat(48) });
    expect(await child.ended).toBe(1);
    expect(child.errors()).toMatch(/apps\/server\/src\/database\/database\.ts:\d+:\d+/);
  });

  it('has no tests in it, and nothing that is only for development', async () => {
    const sources = (await readAll('.map')).flatMap((map) => JSON.parse(map).sources as string[]);
    expect(sources).toContain('../src/app.ts');
    expect(sources.filter((path) => /\.test\.ts$|\/test\//.test(path))).toEqual([]);
    const code = (await readAll('.cjs')).join('\n');
    // The build leaves these packages out, so the bundle must not load them.
    const asked = Object.keys(manifest.devDependencies).filter((name) =>
      new RegExp(`(require|import)\\w*\\(["'\`]${name}["'\`/]`).test(code),
    );
    expect(asked).toEqual([]);
  });
});
