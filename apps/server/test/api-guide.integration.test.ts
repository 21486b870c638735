import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { listFileShares } from '@satchel/api-client/contract/file-shares';
import { createMount } from '@satchel/api-client/contract/mounts';
import { listTextShares } from '@satchel/api-client/contract/text-shares';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ANY_DATABASE, startServer, type TestServer } from './start-server.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../../..');
const guide = await readFile(join(root, 'docs/api.md'), 'utf8');

/** Three parts with different contents. */
const VIDEO = Buffer.concat([1, 2, 3].map((byte) => Buffer.alloc(5 * 1024 * 1024, byte)));
const REPORT = 'not really a PDF';

describe.each(ANY_DATABASE)('the guide to the API on %s (docs/api.md)', (database) => {
  let server: TestServer;
  let directory = '';
  beforeEach(async () => {
    server = await startServer(database);
    directory = await mkdtemp(join(tmpdir(), 'satchel-guide-'));
    await writeFile(join(directory, 'report.pdf'), REPORT);
    await writeFile(join(directory, 'video.mp4'), VIDEO);
  });
  afterEach(async () => {
    await server.close();
    await rm(directory, { recursive: true, force: true });
  });

  /** All examples of a language, in the order of the guide. */
  const examplesIn = (language: 'sh' | 'ts') =>
    [...guide.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))]
      .map(([, code = '']) => code)
      .join('\n')
      .replaceAll('http://localhost:8787', server.url);
  const readBack = async () => {
    const { files } = (await server.api.call(listFileShares, { query: {} })).data;
    return Promise.all(
      files.map(async ({ filename, slug, has_password }) => {
        const headers = has_password ? { 'x-share-password': 'sesame' } : {};
        const reply = await fetch(`${server.url}/api/file-download/${slug}`, { headers });
        return [filename, Buffer.from(await reply.arrayBuffer())] as const;
      }),
    );
  };
  const namesOf = (files: Awaited<ReturnType<typeof readBack>>) =>
    files.map(([name]) => name).toSorted();

  it('works line by line in a shell', async () => {
    const script = `set -eu\n${examplesIn('sh')}`;
    const { stdout } = await run('sh', ['-c', script], { cwd: directory });
    expect(stdout).toMatch(new RegExp(`^${server.url}/paste/\\w+$`, 'm'));
    expect(stdout).toMatch(new RegExp(`${server.url}/file/\\w+$`, 'm'));
    const files = await readBack();
    expect(namesOf(files)).toEqual([
      'backup.tar.gz',
      'report.pdf',
      'report.pdf',
      'report.pdf',
      'report.pdf',
      'video.mp4',
      'video.mp4',
    ]);
    for (const [name, bytes] of files) {
      if (name === 'report.pdf') expect(bytes.toString()).toBe(REPORT);
      if (name === 'video.mp4') expect(bytes.equals(VIDEO)).toBe(true);
    }
    const backup = files.find(([name]) => name === 'backup.tar.gz');
    expect(await readFile(join(directory, 'restored.tar.gz'))).toEqual(backup?.[1]);
    expect(await readFile(join(directory, 'downloaded.pdf'), 'utf8')).toBe(REPORT);
    const texts = await server.api.call(listTextShares, { query: {} });
    expect(texts.data.map(({ max_views }) => max_views)).toEqual([10, 10]);
  });

  // Reads all types of the client, which takes minutes where other suites use the processor.
  it('works line by line in TypeScript, whose types fit too', { timeout: 480_000 }, async () => {
    const scope = join(directory, 'node_modules/@satchel');
    await mkdir(scope, { recursive: true });
    for (const name of ['api-client', 'multipart-uploader', 'permissions']) {
      await symlink(join(root, 'packages', name), join(scope, name));
    }
    const types = join(directory, 'node_modules/@types');
    await symlink(join(root, 'node_modules/@types'), types);
    const code = examplesIn('ts');
    await writeFile(join(directory, 'package.json'), '{"type":"module"}');
    await writeFile(join(directory, 'guide.ts'), code);
    await writeFile(
      join(directory, 'tsconfig.json'),
      JSON.stringify({
        extends: join(root, 'tsconfig.base.json'),
        compilerOptions: { noEmit: true, types: ['node'], lib: ['es2024', 'dom', 'dom.iterable'] },
        files: ['guide.ts'],
      }),
    );
    await run(join(root, 'node_modules/.bin/tsc'), ['-p', directory]).catch(
      (error: { stdout: string }) => expect(error.stdout).toBe(''),
    );
    await addMount();
    const { stdout } = await run(process.execPath, ['guide.ts'], { cwd: directory });
    expect(stdout).toContain(`${server.url}/paste/`);
    expect(stdout).toMatch(/^second\.pdf 16$/m);
    const files = await readBack();
    expect(namesOf(files)).toEqual(['report.pdf', 'video.mp4']);
    for (const [name, bytes] of files) {
      expect(bytes.equals(name === 'video.mp4' ? VIDEO : Buffer.from(REPORT)), name).toBe(true);
    }
  });

  /** Creates the mount that the shell examples create, for the TypeScript examples. */
  const addMount = async () => {
    await server.api.call(createMount, {
      body: {
        name: 'Releases',
        storage_type: 'S3',
        storage_config_id: 'embedded',
        mount_path: '/releases',
      },
    });
  };
});
