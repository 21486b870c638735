import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { networkFailure } from '../src/api-error.ts';
import type { CrossStorageCopy } from '../src/contract/file-system-copies.ts';
import { type CopyBytes, OperationError, storageFailure } from '../src/index.ts';
import { createMockClient } from '../src/mock/mock.ts';

const item = (fileName: string, relativeDir: string) => ({
  ...{ sourceKey: '', targetKey: '', fileName, relativeDir, contentType: 'text/plain', size: 4 },
  ...{ downloadUrl: `http://from/${fileName}`, uploadUrl: `http://to/${fileName}` },
});
const directory: CrossStorageCopy['crossStorageResults'][number] = {
  ...{ crossStorage: true, isDirectory: true, status: 'success', source: '/a/d/', target: '/b/d/' },
  ...{ sourceMount: '1', targetMount: '2', renamed: false, originalTarget: '', message: '' },
  items: [item('x', ''), item('y', 'deep/er')],
};
const copy = { crossStorageResults: [directory], operationId: '7' };

function mockOf(failed: { targetPath: string; error: string }[] = []) {
  return createMockClient(
    { fs: { commitCopies: () => ({ success: [], failed }), cancelOperation: () => ({}) as never } },
    { validates: false },
  );
}

/** A copy function that only records its paths. For some paths it fails with the given errors first. */
function recorded(failures: Record<string, Error[]> = {}) {
  const paths: string[] = [];
  const copyBytes: CopyBytes = async ({ targetPath, size }, { onProgress }) => {
    paths.push(targetPath);
    const failure = failures[targetPath]?.shift();
    if (failure) throw failure;
    onProgress(size);
    return `"${targetPath}"`;
  };
  return { paths, copyBytes };
}

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 1000 }));
afterEach(() => void vi.useRealTimers());

describe('a copy between storages', () => {
  it('is published at once, when all of it is there', async () => {
    const { client, calls } = mockOf();
    const { copyBytes } = recorded();
    const onProgress = vi.fn();
    await client.fs.copyClientSide(copy, { copyBytes }).run({ onProgress });
    const files = ['/b/d/x', '/b/d/deep/er/y'].map((targetPath) => ({
      ...{ targetPath, fileSize: 4, etag: `"${targetPath}"` },
    }));
    expect(calls.fs.commitCopies).toEqual([{ body: { targetMountId: '2', files } }]);
    expect(onProgress.mock.calls.map(([bytes, total]) => [bytes, total])).toEqual([
      [4, 8],
      [8, 8],
    ]);
  });

  it('survives a lost connection and a fault of a storage', async () => {
    const { client, calls } = mockOf();
    const { paths, copyBytes } = recorded({
      '/b/d/x': [networkFailure(new TypeError()), storageFailure(503)],
    });
    await client.fs.copyClientSide(copy, { copyBytes }).run();
    expect(paths.filter((path) => path === '/b/d/x')).toHaveLength(3);
    expect(calls.fs.commitCopies).toHaveLength(1);
  });

  it('publishes nothing where a file is refused, and copies only that one the next time', async () => {
    const { client, calls } = mockOf();
    const { paths, copyBytes } = recorded({ '/b/d/deep/er/y': [storageFailure(403)] });
    const copying = client.fs.copyClientSide(copy, { copyBytes });
    await expect(copying.run()).rejects.toThrow('403');
    expect(calls.fs.commitCopies).toEqual([]);
    paths.length = 0;
    await copying.run();
    expect(paths).toEqual(['/b/d/deep/er/y']);
    expect(calls.fs.commitCopies).toHaveLength(1);
  });

  it('goes on with the others where failures are taken one by one', async () => {
    const { client, calls } = mockOf();
    const { copyBytes } = recorded({ '/b/d/x': [storageFailure(403)] });
    const failed: string[] = [];
    const onFailure = ({ targetPath }: { targetPath: string }) => void failed.push(targetPath);
    await client.fs.copyClientSide(copy, { copyBytes }).run({ onFailure });
    expect(failed).toEqual(['/b/d/x']);
    expect(calls.fs.commitCopies[0]?.body.files).toMatchObject([{ targetPath: '/b/d/deep/er/y' }]);
  });

  it('says why the server did not publish a file', async () => {
    const { client } = mockOf([{ targetPath: '/b/d/x', error: 'No space.' }]);
    const done = client.fs.copyClientSide(copy, { copyBytes: recorded().copyBytes }).run();
    await expect(done).rejects.toThrow(new OperationError('No space.'));
  });

  it('is dropped by the server where it is abandoned', async () => {
    const { client, calls } = mockOf();
    await client.fs.copyClientSide(copy).abandon();
    expect(calls.fs.cancelOperation).toEqual([{ params: { id: '7' } }]);
  });
});
