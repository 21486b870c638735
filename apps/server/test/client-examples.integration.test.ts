import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createMount } from '@satchel/api-client/contract/mounts';
import { PERMISSION_FLAGS } from '@satchel/api-client/permissions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADMIN, startServer, type TestServer } from './start-server.ts';

const root = join(import.meta.dirname, '../../..');
const packageFolder = join(root, 'packages/api-client');
const { text, file_share, mount_view, mount_upload } = PERMISSION_FLAGS;

let server: TestServer;
let key = '';
let directory = '';
beforeAll(async () => {
  server = await startServer('sqlite');
  const permissions = text | file_share | mount_view | mount_upload;
  ({ key } = await server.createApiKey({ permissions }));
  await server.api.call(createMount, {
    body: {
      ...{ name: 'Files', storage_type: 'S3', storage_config_id: 'embedded' },
      mount_path: '/files',
    },
  });
  directory = await mkdtemp(join(tmpdir(), 'satchel-examples-'));
  const scope = join(directory, 'node_modules/@satchel');
  await mkdir(scope, { recursive: true });
  for (const name of ['api-client', 'multipart-uploader']) {
    await symlink(join(root, 'packages', name), join(scope, name));
  }
  await symlink(join(root, 'node_modules/@types'), join(directory, 'node_modules/@types'));
  await writeFile(join(directory, 'package.json'), '{"type":"module"}');
  await writeFile(join(directory, 'video.mp4'), Buffer.alloc(6 * 1024 * 1024, 7));
});
afterAll(async () => {
  await server.close();
  await rm(directory, { recursive: true, force: true });
});

const run = async (program: string, parameters: readonly string[]) => {
  const { stdout } = await promisify(execFile)(program, parameters, { cwd: directory });
  return stdout;
};

describe('the examples of the client', () => {
  const examples: Readonly<Record<string, () => [readonly string[], RegExp]>> = {
    'share-a-text.ts': () => [
      [key],
      /^shared as .*\/paste\/\w+\nreads # Release notes\nraw # Release notes\ndeleted 1\n$/,
    ],
    'upload-a-file.ts': () => [
      [key, join(directory, 'video.mp4')],
      /^[\s\S]*6291456 of 6291456 bytes\nshared as .*\/file\/\w+\ndownloaded 6291456\n$/,
    ],
    'browse-a-mount.ts': () => [
      [key, '/files/'],
      /^(entry \w+\.txt \d\n){3}found true\nbegins with two\n$/,
    ],
    'handle-errors.ts': () => [
      [key],
      /^409 shares\.slug_taken\n.+\n.*\p{Script=Han}.*\nclient\.cancelled\nclient\.timeout\napiKeyInvalid auth\.invalid\nand the call fails\n$/u,
    ],
    'log-in.ts': () => [[ADMIN.username, ADMIN.password], /^files \d+\nlogout\ntoken undefined\n$/],
  };

  it('are all known here', async () => {
    expect(Object.keys(examples).toSorted()).toEqual(
      await readdir(join(packageFolder, 'examples')),
    );
  });

  it.each(Object.keys(examples))('%s does what it says', async (name) => {
    const [parameters, output] = examples[name]?.() ?? [[], /^$/];
    const path = join(packageFolder, 'examples', name);
    expect(await run(process.execPath, [path, server.url, ...parameters])).toMatch(output);
  });
});

/** Reading all types of the client takes minutes where other suites use the processor. */
const COMPILES = { timeout: 480_000 };

describe('the documents of the client', () => {
  it.each([
    ['README.md', /\/paste\/\w+\n\w+ 0\n/],
    [
      'docs/guide.md',
      /try another link\n[\s\S]*\/file\/\w+\n\w+\nnot\nnotes\.txt 5\n[\s\S]*client\.cancelled\n$/,
    ],
  ] as const)(
    '%s works line by line as it stands, and its types fit',
    COMPILES,
    async (name, output) => {
      const document = await readFile(join(packageFolder, name), 'utf8');
      const code = [...document.matchAll(/^```ts\n(.*?)^```$/gms)]
        .map(([, block = '']) => block)
        .join('\n')
        .replace("baseUrl: 'http://localhost:8787'", `baseUrl: '${server.url}'`)
        .replace('your key', key);
      await writeFile(join(directory, 'document.ts'), code);
      await writeFile(
        join(directory, 'tsconfig.json'),
        JSON.stringify({
          extends: join(root, 'tsconfig.base.json'),
          compilerOptions: {
            types: ['node'],
            lib: ['es2024', 'dom', 'dom.iterable'],
            noUnusedLocals: false,
          },
          files: ['document.ts'],
        }),
      );
      await run(join(root, 'node_modules/.bin/tsc'), ['-p', directory]).catch(
        (error: { stdout: string }) => expect(error.stdout).toBe(''),
      );
      expect(await run(process.execPath, ['document.ts'])).toMatch(output);
    },
  );
});
