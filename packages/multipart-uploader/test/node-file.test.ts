import { writeFileSync } from 'node:fs';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createNodeSender, openFile } from '../src/senders/node.ts';

const CONTENT = Buffer.from(Array.from({ length: 2_500_000 }, (_, index) => (index * 7919) % 251));

describe('a file on disk (openFile)', () => {
  let directory = '';
  let path = '';
  const received: Buffer[] = [];
  const server = createServer((request, response) => {
    const answer = (body: Buffer) => {
      received.push(body);
      response.writeHead(200, { etag: '"e"' }).end();
    };
    buffer(request).then(answer, () => response.destroy());
  });
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'node-file-'));
    path = join(directory, 'file.bin');
    await writeFile(path, CONTENT);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(async () => {
    server.close();
    await rm(directory, { recursive: true });
  });

  const send = async (body: Blob, onProgress: () => void = () => {}) => {
    received.length = 0;
    const { port } = server.address() as AddressInfo;
    await createNodeSender().put({
      url: `http://127.0.0.1:${port}/`,
      headers: {},
      body,
      signal: new AbortController().signal,
      onProgress,
    });
    return received[0];
  };

  it('is a Blob with the name and time of the file', async () => {
    const file = await openFile(path);
    expect(file).toBeInstanceOf(Blob);
    expect([file.name, file.size]).toEqual(['file.bin', CONTENT.length]);
    expect(file.lastModified).toBe(Math.floor((await stat(path)).mtimeMs));
    await expect(openFile(join(directory, 'none'))).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it.each<[number | undefined, number | undefined]>([
    [undefined, undefined],
    [0, 10],
    [1_000_000, 2_400_000],
    [2_499_999, 9_999_999],
    [-100, undefined],
    [-100, -50],
    [9_999_999, undefined],
  ])('is sent from %s to %s as any Blob is', async (from, to) => {
    const file = await openFile(path);
    const expected = Buffer.from(await new Blob([CONTENT]).slice(from, to).arrayBuffer());
    const part = from === undefined ? file : file.slice(from, to);
    expect(Buffer.compare((await send(part)) ?? Buffer.alloc(0), expected)).toBe(0);
    const again = part.slice(3).slice(2, 1_200_000);
    const rest = expected.subarray(5, 1_200_003);
    expect(Buffer.compare((await send(again)) ?? Buffer.alloc(0), rest)).toBe(0);
    expect(Buffer.compare(Buffer.from(await part.arrayBuffer()), expected)).toBe(0);
  });

  it('is not sent where it has changed since it was opened', async () => {
    const other = join(directory, 'other.bin');
    await writeFile(other, CONTENT);
    const file = await openFile(other);
    await writeFile(other, Buffer.alloc(CONTENT.length + 1));
    await expect(send(file.slice(10, 20))).rejects.toMatchObject({ code: 'file_unreadable' });
    await rm(other);
    await expect(send(file.slice(10, 20))).rejects.toMatchObject({ code: 'file_unreadable' });
  });

  it('is not sent half of one version and half of another', async () => {
    const other = join(directory, 'overwritten.bin');
    await writeFile(other, CONTENT);
    const file = await openFile(other);
    // Keeps the size and overwrites the middle of the part.
    const overwrite = () => writeFileSync(other, Buffer.alloc(CONTENT.length));
    await expect(send(file, overwrite)).rejects.toMatchObject({ code: 'file_unreadable' });
  });
});
