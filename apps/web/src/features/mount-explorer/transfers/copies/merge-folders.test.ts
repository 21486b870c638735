import { describe, expect, it } from 'vitest';
import { nameOf, plainPath } from '../../entry-path.ts';
import { type MergeSource, planMerge } from './merge-folders.ts';

const { signal } = new AbortController();

/** A storage that has these paths; folders end with a slash. */
function storage(...paths: readonly string[]): MergeSource {
  return {
    findExisting: async (wanted) =>
      new Map(
        paths
          .filter((path) => wanted.includes(plainPath(path)))
          .map((path) => [
            plainPath(path),
            { isDirectory: path.endsWith('/'), size: 1, modified: '2026-11-22T00:00:00.000Z' },
          ]),
      ),
    async *list(folder) {
      for (const path of paths) {
        const rest = path.startsWith(folder) ? path.slice(folder.length) : '';
        if (!/^[^/]+\/?$/.test(rest)) continue;
        const isDirectory = path.endsWith('/');
        yield { name: nameOf(path), path, isDirectory, isVirtual: rest === 'mount/', size: 1 };
      }
    },
  };
}

const plan = async (from: string, to: string, source: MergeSource) => {
  const { entries, merged } = await planMerge({ sourcePath: from, targetPath: to }, signal, source);
  return { steps: entries.map((it) => `${it.sourcePath} > ${it.targetPath}`), merged };
};

describe('an entry that is brought somewhere', () => {
  it('goes as a whole where no folder of its name is there', async () => {
    const source = storage('/a/d/', '/a/d/x', '/b/file');
    expect(await plan('/a/d/', '/b/d', source)).toEqual({ steps: ['/a/d/ > /b/d'], merged: [] });
    expect(await plan('/a/d/x', '/b/d', source)).toEqual({ steps: ['/a/d/x > /b/d'], merged: [] });
    expect(await plan('/a/d/', '/b/file', source)).toMatchObject({ merged: [] });
  });

  it('is taken up by a folder that is there, as deep as both have folders of one name', async () => {
    const source = storage(
      ...['/a/d/', '/a/d/x', '/a/d/both/', '/a/d/both/y', '/a/d/new/', '/a/d/new/z'],
      ...['/b/d/', '/b/d/both/', '/b/d/old'],
    );
    expect(await plan('/a/d/', '/b/d', source)).toEqual({
      steps: ['/a/d/x > /b/d/x', '/a/d/both/y > /b/d/both/y', '/a/d/new/ > /b/d/new'],
      merged: ['/a/d/both/', '/a/d/'],
    });
  });

  it('leaves mounts where they are', async () => {
    const source = storage('/a/d/', '/a/d/mount/', '/a/d/mount/x', '/b/d/');
    expect((await plan('/a/d/', '/b/d', source)).steps).toEqual([]);
  });

  it('goes as a whole beside itself', async () => {
    const source = storage('/a/d/', '/a/d/x');
    expect(await plan('/a/d/', '/a/d', source)).toMatchObject({ merged: [] });
  });
});
