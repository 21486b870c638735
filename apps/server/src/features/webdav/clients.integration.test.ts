import { randomBytes } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PERMISSION_FLAGS } from '@satchel/api-client/permissions';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ADMIN } from '../../../test/start-server.ts';
import { type CountedStorage, SYSTEMS, type System, startSystem } from '../../../test/storages.ts';
import { HAS, rcloneEnvironment, runProgram } from '../../../test/webdav-clients.ts';

const LARGE_BYTES = 20 * 1024 * 1024;
const NAMES = [
  'plain.txt',
  '文件 夹/名 字.txt',
  'a&b/c+d%20e.txt',
  "e'f/é.txt",
  'deep/er/still/😀.bin',
];

describe.each(SYSTEMS)('programs that speak WebDAV, on %s with %s', (database, store) => {
  let system: System;
  let storage: CountedStorage;
  let directory = '';
  beforeAll(async () => {
    system = await startSystem([database, store]);
    ({ storage } = system);
    await storage.mount('/m');
    await storage.mount('/r', { webdav_policy: '302_redirect' });
  });
  afterAll(() => system.close());
  beforeEach(async () => {
    await storage.clear();
    directory = await mkdtemp(join(tmpdir(), 'satchel-dav-clients-'));
  });
  afterEach(() => rm(directory, { recursive: true, force: true }));

  /** Creates a tree with unusual names and a large file. */
  const makeTree = async () => {
    const root = join(directory, 'tree');
    for (const name of NAMES) {
      await mkdir(join(root, name, '..'), { recursive: true });
      await writeFile(join(root, name), `content of ${name}`);
    }
    await writeFile(join(root, 'large.bin'), randomBytes(LARGE_BYTES));
    return root;
  };

  it.skipIf(!HAS.rclone).each([
    ['as administrator', '/m'],
    ['with a key, and redirects', '/r'],
  ])('rclone copies a tree, compares, moves and deletes it, %s', async (_, mount) => {
    const root = await makeTree();
    const permissions = PERMISSION_FLAGS.webdav_read | PERMISSION_FLAGS.webdav_manage;
    const { key } = await system.server.createApiKey({ permissions, basePath: mount });
    const credential = mount === '/m' ? ADMIN : { username: key, password: key };
    const env = rcloneEnvironment(`${system.server.url}/dav${mount}`, credential);
    const rclone = async (...parameters: string[]) => {
      const { code, output } = await runProgram('rclone', [...parameters, '--retries=1'], { env });
      expect(code, `${parameters.join(' ')}: ${output}`).toBe(0);
      return output;
    };
    await rclone('copy', root, 'satchel:tree');
    expect(await storage.keys('tree/')).toHaveLength((await filesOf(root)).length + DIRECTORIES);
    await rclone('check', '--download', root, 'satchel:tree');
    await rclone('moveto', 'satchel:tree', 'satchel:moved/here');
    await rclone('check', '--download', root, 'satchel:moved/here');
    await rclone('copy', 'satchel:moved/here', join(directory, 'back'));
    expect(await filesOf(join(directory, 'back'))).toEqual(await filesOf(root));
    expect(await rclone('lsf', 'satchel:moved/here/文件 夹')).toBe('名 字.txt\n');
    await rclone('purge', 'satchel:moved');
    expect(await storage.keys('moved/')).toEqual([]);
  });

  it.skipIf(!HAS.rclone)(
    'rclone copies many folders at once, without trying anything twice',
    async () => {
      const root = join(directory, 'many');
      const names = Array.from(
        { length: 120 },
        (_, at) => `${at % 3}/${at % 5}/${at % 15}/${at % 7}/file ${at}.txt`,
      );
      for (const name of names) {
        await mkdir(join(root, name, '..'), { recursive: true });
        await writeFile(join(root, name), name);
      }
      const env = rcloneEnvironment(`${system.server.url}/dav/m`, ADMIN);
      const once = ['--retries=1', '--low-level-retries=1'];
      for (const [target, ...options] of [['four'], ['sixteen', '--transfers=16']] as const) {
        const copy = ['copy', root, `satchel:${target}`, ...options, ...once];
        const { code, output } = await runProgram('rclone', copy, { env });
        expect(code, output).toBe(0);
        const stored = (await storage.keys(`${target}/`)).filter((key) => !key.endsWith('/'));
        expect(stored).toHaveLength(names.length);
      }
    },
  );

  it.skipIf(!HAS.cadaver)('cadaver stores, locks, copies, moves and deletes', async () => {
    await writeFile(join(directory, 'file.txt'), 'from cadaver');
    const netrc = `machine 127.0.0.1 login ${ADMIN.username} password ${ADMIN.password}\n`;
    await writeFile(join(directory, '.netrc'), netrc, { mode: 0o600 });
    const commands = [
      ...['mkcol d', `put ${join(directory, 'file.txt')} d/a.txt`, 'lock d/a.txt', 'ls d'],
      ...['propset d/a.txt mark here', 'propget d/a.txt mark', 'unlock d/a.txt'],
      ...['copy d/a.txt d/b.txt', 'move d/b.txt c.txt', 'delete d/a.txt', 'quit'],
    ];
    const { output } = await runProgram('cadaver', [`${system.server.url}/dav/m/`], {
      env: { HOME: directory },
      input: `${commands.join('\n')}\n`,
    });
    expect(output).not.toMatch(/failed|error|denied/i);
    expect(output).toMatch(/Value of mark is: here/);
    expect(await storage.keys()).toEqual(['c.txt', 'd/']);
    expect(await storage.read('c.txt')).toBe('from cadaver');
  });

  it.skipIf(!HAS.davfs)('davfs2 mounts, and programs work in it', async () => {
    const point = join(directory, 'mounted');
    const [secrets, conf] = [join(directory, 'secrets'), join(directory, 'conf')];
    await mkdir(point);
    const url = `${system.server.url}/dav/m/`;
    await writeFile(secrets, `${url} ${ADMIN.username} ${ADMIN.password}\n`, { mode: 0o600 });
    const cache = join(directory, 'cache');
    // davfs2 drops the privileges of root.
    await chmod(directory, 0o755);
    await mkdir(cache);
    await chmod(cache, 0o777);
    await writeFile(conf, `secrets ${secrets}\ncache_dir ${cache}\ndelay_upload 0\nask_auth 0\n`);
    await chmod(conf, 0o600);
    const mounted = await runProgram('mount', ['-t', 'davfs', '-o', `conf=${conf}`, url, point]);
    expect(mounted.code, mounted.output).toBe(0);
    try {
      await mkdir(join(point, 'd'));
      await writeFile(join(point, 'd/文.txt'), 'by davfs2');
      // Does not list, because with newer kernels this davfs2 lists nothing, from any server.
      expect(await readFile(join(point, 'd/文.txt'), 'utf8')).toBe('by davfs2');
      expect((await runProgram('mv', [join(point, 'd'), join(point, 'e')])).code).toBe(0);
    } finally {
      // Waits until everything is stored.
      expect((await runProgram('umount', [point])).code).toBe(0);
    }
    expect(await storage.read('e/文.txt')).toBe('by davfs2');
    expect(await system.server.prisma.resourceLock.count()).toBe(0);
  });
});

/** Number of directories that rclone creates for the tree. */
const DIRECTORIES = 7;

async function filesOf(root: string): Promise<readonly string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return files.map((entry) => join(entry.parentPath, entry.name).slice(root.length)).sort();
}
