import './node-streams.ts';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { client } from '#shared/api/client.ts';
import { Carriage, carriedFilesOf } from './carry-copies.ts';

const put = vi.hoisted(() => vi.fn());
vi.mock('@satchel/multipart-uploader/xhr', () => ({ createXhrSender: () => ({ put }) }));
const commit = vi.spyOn(client.fs, 'commitCopies');
const context = { signal: new AbortController().signal, onBytes() {} };

const item = (fileName: string, relativeDir: string) => ({
  ...{ sourceKey: '', targetKey: '', fileName, relativeDir, contentType: 'text/plain', size: 4 },
  ...{ downloadUrl: `http://from/${fileName}`, uploadUrl: `http://to/${fileName}` },
});
const directory = {
  ...{ crossStorage: true, isDirectory: true, status: 'success', source: '/a/d/', target: '/b/d/' },
  ...{ sourceMount: '1', targetMount: '2', renamed: false, originalTarget: '', message: '' },
  items: [item('x', ''), item('y', 'deep/er')],
} as const;
const copy = { crossStorageResults: [directory as never], operationId: '7' };

beforeEach(() => {
  put.mockReset().mockResolvedValue({ status: 200 });
  commit.mockReset().mockResolvedValue({ success: [], failed: [] });
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => new Response('data')),
  );
});

describe('a copy between storages', () => {
  it('goes where the server says, each file in its folder', () => {
    expect(carriedFilesOf([directory as never]).map(({ targetPath }) => targetPath)).toEqual([
      '/b/d/x',
      '/b/d/deep/er/y',
    ]);
  });

  it('appears all at once, when all of it is there', async () => {
    await new Carriage(copy).run(context);
    expect(put).toHaveBeenCalledTimes(2);
    expect(commit.mock.calls.map(([input]) => input)).toEqual([
      {
        body: {
          targetMountId: '2',
          files: [
            { targetPath: '/b/d/x', fileSize: 4 },
            { targetPath: '/b/d/deep/er/y', fileSize: 4 },
          ],
        },
      },
    ]);
  });

  it('shows nothing of it where a file fails, and carries only that one again', async () => {
    put.mockImplementation(async ({ url }) => ({ status: url.endsWith('/y') ? 403 : 200 }));
    const carriage = new Carriage(copy);
    await expect(carriage.run(context)).rejects.toThrow('403');
    expect(commit).not.toHaveBeenCalled();
    put.mockReset().mockResolvedValue({ status: 200 });
    await carriage.run(context);
    expect(put.mock.calls.map(([{ url }]) => url)).toEqual(['http://to/y']);
    expect(commit).toHaveBeenCalledTimes(1);
  });

  it('is forgotten by the server at once where it is given up', async () => {
    const cancel = vi.spyOn(client.fs, 'cancelOperation').mockResolvedValue({} as never);
    await new Carriage(copy).giveUp();
    expect(cancel).toHaveBeenCalledWith({ params: { id: '7' } });
  });

  it('says why the server did not let it appear', async () => {
    commit.mockResolvedValue({
      success: [],
      failed: [{ targetPath: '/b/d/x', error: 'No room.' }],
    });
    await expect(new Carriage(copy).run(context)).rejects.toThrow('No room.');
  });
});
