import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findLocalFiles, walkFolder } from './local-files.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'satchel-files-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function write(...paths: readonly string[]) {
  for (const path of paths) {
    await mkdir(join(root, path, '..'), { recursive: true });
    await writeFile(join(root, path), path);
  }
}
const itemPathsOf = async (...paths: readonly string[]) => {
  const files = await findLocalFiles(
    paths.map((path) => join(root, path)),
    () => undefined,
  );
  return files.map(({ itemPath }) => itemPath);
};

it('goes on past a folder that vanishes while the others are listed', async () => {
  await write('photos/a/x.jpg', 'photos/b/x.jpg', 'photos/c/x.jpg');
  const found: string[] = [];
  for await (const { kind, relativePath } of walkFolder(join(root, 'photos'))) {
    if (found.length === 0) {
      const [next = ''] = ['a', 'b'].filter((name) => !relativePath.startsWith(name));
      await rm(join(root, 'photos', next), { recursive: true });
    }
    found.push(`${kind}`);
  }
  expect(found.toSorted()).toEqual(['file', 'file', 'unreadable']);
});

describe('the paths of files within a link', () => {
  it('begin below a single folder, and with the name of one of several', async () => {
    await write('photos/b.jpg', 'photos/2026/a.jpg', 'notes.txt');
    expect(await itemPathsOf('photos')).toEqual(['2026/a.jpg', 'b.jpg']);
    expect(await itemPathsOf('photos', 'notes.txt')).toEqual([
      'photos/2026/a.jpg',
      'photos/b.jpg',
      'notes.txt',
    ]);
  });

  it('get the same number in every run where their names collide', async () => {
    await write('a/x.txt', 'b/X.txt', 'c/x.txt', 'd/q?.txt', 'e/q*.txt');
    const paths = ['a/x.txt', 'b/X.txt', 'c/x.txt', 'd/q?.txt', 'e/q*.txt'];
    const expected = ['x.txt', 'X (1).txt', 'x (2).txt', 'q_.txt', 'q_ (1).txt'];
    expect(await itemPathsOf(...paths)).toEqual(expected);
    expect(await itemPathsOf(...paths)).toEqual(expected);
  });

  it('leave links in folders out, because they may lead outside', async () => {
    await write('outside.txt', 'photos/a.jpg');
    await symlink('../outside.txt', join(root, 'photos/link'));
    const leftOut: string[] = [];
    const files = await findLocalFiles([join(root, 'photos')], (path) => leftOut.push(path));
    expect(files).toEqual([{ path: join(root, 'photos/a.jpg'), itemPath: 'a.jpg', sizeBytes: 12 }]);
    expect(leftOut).toEqual([join(root, 'photos/link')]);
  });
});
