import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { resumeUpload, type StoredUpload, type UploadStore } from '@satchel/multipart-uploader';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { type Client, createClient, type UploadState, type UploadWait } from '../src/index.ts';
import { discardPendingUpload, listPendingUploads } from '../src/uploads/pending-uploads.ts';

const MEBIBYTE = 1024 * 1024;
const PART_BYTES = 5 * MEBIBYTE;

let calls: { name: string; body: unknown }[] = [];
/** Parts that the storage has, and parts that it never answers. */
let stored: number[] = [];
let hanging: number[] = [];
let isKnown = true;

/** Waits longer than by default, on machines that run other suites as well. */
const waitFor = (check: () => void) => vi.waitFor(check, { timeout: 20_000 });

const server = createServer((request, response) => void answer(request, response));
let baseUrl = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  calls = [];
  stored = [];
  hanging = [];
  isKnown = true;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { url = '' } = request;
  const part = Number(/^\/part\/(\d+)/.exec(url)?.[1]);
  if (part) {
    calls.push({ name: `part ${part}`, body: null });
    request.resume();
    if (hanging.includes(part)) return;
    stored.push(part);
    response.writeHead(200, { etag: `"${part}"` }).end();
    return;
  }
  calls.push({ name: url.replace('/api/s3/', ''), body: await json(request) });
  const numbers = [1, 2, 3];
  const ids = { file_id: 'f', upload_id: 'u', etag: '"e-3"', size: 12 * MEBIBYTE, slug: 'abc' };
  const urls = numbers.map((number) => ({ partNumber: number, url: `${baseUrl}/part/${number}` }));
  const parts = numbers
    .filter((number) => stored.includes(number))
    .map((number) => ({
      partNumber: number,
      size: number === 3 ? 2 * MEBIBYTE : PART_BYTES,
      etag: `"${number}"`,
    }));
  const data = { ...ids, parts, part_size: PART_BYTES, presigned_urls: urls, expires_in: 3600 };
  response.setHeader('content-type', 'application/json');
  response.statusCode = isKnown ? 200 : 404;
  response.end(
    JSON.stringify({
      success: isKnown,
      code: response.statusCode,
      message: '',
      data,
      ...(!isKnown && { error: 'file_shares.upload_unknown' }),
    }),
  );
}

function memoryStore(): UploadStore & { records: Map<string, StoredUpload> } {
  const records = new Map<string, StoredUpload>();
  return {
    records,
    resume: resumeUpload,
    get: async (id) => records.get(id),
    set: async (record) => void records.set(record.id, structuredClone(record)),
    delete: async (id) => void records.delete(id),
    list: async () => [...records.values()],
  };
}

const file = new File([new Uint8Array(12 * MEBIBYTE)], 'film.mp4', { lastModified: 7 });
const clientWith = (store: UploadStore): Client =>
  createClient({ baseUrl, uploads: { store, retries: 0 } });

/** Starts an upload whose last part hangs, and abandons it like a closed page. */
async function interrupt(store: UploadStore, share: { slug?: string; password?: string }) {
  hanging = [3];
  const upload = clientWith(store).fileShares.upload(file, { share });
  upload.done.catch(() => {});
  await waitFor(() => expect(stored).toHaveLength(2));
  await waitFor(() => expect(calls.map(({ name }) => name)).toContain('part 3'));
  await upload.abort({ keep: true });
  hanging = [];
  calls = [];
}

it('an upload that was interrupted is listed with its options, and resumed by them', async () => {
  const store = memoryStore();
  await interrupt(store, { slug: 'film' });
  const [pending, ...others] = await listPendingUploads(store);
  expect(others).toEqual([]);
  expect(pending).toMatchObject({
    file: { name: 'film.mp4', size: 12 * MEBIBYTE, lastModified: 7 },
    target: { share: { slug: 'film' } },
  });
  await clientWith(store).fileShares.upload(
    file,
    pending && 'share' in pending.target ? pending.target : {},
  ).done;
  const names = calls.map(({ name }) => name);
  expect(names.filter((name) => name.startsWith('part'))).toEqual(['part 3']);
  expect(names.at(-1)).toBe('commit');
  expect(await listPendingUploads(store)).toEqual([]);
});

it('says how much storage has, as far as is noted: the engine notes it once a second', async () => {
  const store = memoryStore();
  await interrupt(store, {});
  const [record] = await store.list();
  const etags = { 1: '"1"', 3: '"3"' };
  if (record) await store.set({ ...record, etags });
  expect(await listPendingUploads(store)).toMatchObject([{ sentBytes: 7 * MEBIBYTE }]);
});

it('an upload with a password is neither listed nor kept, and its password never stored', async () => {
  const store = memoryStore();
  await interrupt(store, { password: 'open sesame' });
  expect(JSON.stringify([...store.records.values()])).not.toContain('sesame');
  expect(await listPendingUploads(store)).toEqual([]);
  expect(store.records.size).toBe(0);
});

it('an upload that is given up is dropped by the server, whether or not that knows it', async () => {
  const store = memoryStore();
  for (const known of [true, false]) {
    await interrupt(store, {});
    const [pending] = await listPendingUploads(store);
    isKnown = known;
    if (pending) await discardPendingUpload(clientWith(store), store, pending);
    isKnown = true;
    expect(calls).toEqual([{ name: 'multipart/abort', body: { upload_id: 'u', file_id: 'f' } }]);
    expect(await listPendingUploads(store)).toEqual([]);
    stored = [];
  }
});

it('says that an upload is paused, and that it goes on', async () => {
  hanging = [1, 2, 3];
  const heard: [UploadState, boolean][] = [];
  const upload = clientWith(memoryStore()).fileShares.upload(file, {
    onState: (state: UploadState, { isPaused }: UploadWait) => heard.push([state, isPaused]),
  });
  upload.done.catch(() => {});
  await waitFor(() => expect(heard.at(-1)).toEqual(['uploading', false]));
  upload.pause();
  await waitFor(() => expect(heard.at(-1)).toEqual(['idle', true]));
  upload.resume();
  await waitFor(() => expect(heard.at(-1)).toEqual(['uploading', false]));
  await upload.abort({ keep: true });
});

it('an upload into a directory is listed with it, and can be given up', async () => {
  const store = memoryStore();
  await store.set({
    ...{ id: 'e', uploadId: 'u', key: 'film.mp4', partSize: PART_BYTES, createdAtMs: 0 },
    ...{ etags: { 1: '"1"' }, isCompleting: false, metadata: { path: '/m/' } },
    file: { name: 'film.mp4', size: 12 * MEBIBYTE, type: '', lastModified: 7 },
  });
  const [pending] = await listPendingUploads(store);
  expect(pending).toMatchObject({ target: { directory: '/m/' }, sentBytes: PART_BYTES });
  if (pending) await discardPendingUpload(clientWith(store), store, pending);
  const body = { path: '/m/', fileName: 'film.mp4', uploadId: 'u' };
  // A part of the test before may arrive late.
  const others = calls.filter(({ name }) => !name.startsWith('part'));
  expect(others).toEqual([{ name: '/api/fs/multipart/abort', body }]);
  expect(await listPendingUploads(store)).toEqual([]);
});
