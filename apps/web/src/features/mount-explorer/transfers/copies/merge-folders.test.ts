import { describe, expect, it } from 'vitest';
import { mockCalls } from '#shared/testing/mock-calls.ts';
import { fakeMount } from '../../listing/fake-mount.ts';
import { planMerge } from './merge-folders.ts';

const { signal } = new AbortController();

const plan = async (from: string, to: string) => {
  const { entries, merged } = await planMerge({ sourcePath: from, targetPath: to }, signal);
  return { steps: entries.map((it) => `${it.sourcePath} > ${it.targetPath}`), merged };
};

describe('an entry that is brought somewhere', () => {
  it('goes as a whole where no folder of its name is there', async () => {
    mockCalls({ fs: fakeMount('/a/d/', '/a/d/x', '/b/file') });
    expect(await plan('/a/d/', '/b/d')).toEqual({ steps: ['/a/d/ > /b/d'], merged: [] });
    expect(await plan('/a/d/x', '/b/d')).toEqual({ steps: ['/a/d/x > /b/d'], merged: [] });
    expect(await plan('/a/d/', '/b/file')).toMatchObject({ merged: [] });
  });

  it('is taken up by a folder that is there, as deep as both have folders of one name', async () => {
    const source = ['/a/d/', '/a/d/x', '/a/d/both/', '/a/d/both/y', '/a/d/new/', '/a/d/new/z'];
    mockCalls({ fs: fakeMount(...source, '/b/d/', '/b/d/both/', '/b/d/old') });
    expect(await plan('/a/d/', '/b/d')).toEqual({
      steps: ['/a/d/x > /b/d/x', '/a/d/both/y > /b/d/both/y', '/a/d/new/ > /b/d/new'],
      merged: ['/a/d/both/', '/a/d/'],
    });
  });

  it('leaves mounts where they are', async () => {
    const mount = fakeMount('/a/d/', '/a/d/mount/', '/a/d/mount/x', '/b/d/');
    mockCalls({
      fs: {
        ...mount,
        list(input) {
          const page = mount.list(input);
          return { ...page, items: page.items.map((entry) => ({ ...entry, isVirtual: true })) };
        },
      },
    });
    expect((await plan('/a/d/', '/b/d')).steps).toEqual([]);
  });

  it('goes as a whole beside itself', async () => {
    mockCalls({ fs: fakeMount('/a/d/', '/a/d/x') });
    expect(await plan('/a/d/', '/a/d')).toMatchObject({ merged: [] });
  });
});
