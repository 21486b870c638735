import { randomBytes } from 'node:crypto';
import { type Client, createClient, type UploadEngineOptions } from '@satchel/api-client';
import { PERMISSION_FLAGS } from '@satchel/api-client/permissions';
import type { StoredUpload } from '@satchel/multipart-uploader';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { ANY_DATABASE, startServer, type TestServer } from './start-server.ts';

const MEBIBYTE = 1024 * 1024;
const { text, file_share, mount_view, mount_upload } = PERMISSION_FLAGS;

describe.each(ANY_DATABASE)('the grouped client against the server on %s (SPEC 7)', (database) => {
  let server: TestServer;
  let client: Client;
  let key = '';
  beforeAll(async () => {
    server = await startServer(database);
    const permissions = text | file_share | mount_view | mount_upload;
    ({ key } = await server.createApiKey({ permissions }));
    client = clientOf();
    const token = server.authorization.replace('Bearer ', '');
    const admin = createClient({
      baseUrl: server.url,
      credential: () => ({ kind: 'admin', token }),
    });
    await admin.mounts.create({
      body: {
        name: 'Files',
        storage_type: 'S3',
        storage_config_id: 'embedded',
        mount_path: '/files',
      },
    });
  });
  afterAll(() => server.close());

  const clientOf = (uploads?: UploadEngineOptions) =>
    createClient({
      ...{ baseUrl: server.url, credential: () => ({ kind: 'apiKey', key }) },
      ...(uploads && { uploads }),
    });
  /** Records of a page's uploads, which outlive it. */
  const createStore = async () => {
    const records = new Map<string, StoredUpload>();
    const { resumeUpload } = await import('@satchel/multipart-uploader');
    return {
      resume: resumeUpload,
      get: async (id: string) => records.get(id),
      set: async (record: StoredUpload) => void records.set(record.id, structuredClone(record)),
      delete: async (id: string) => void records.delete(id),
      list: async () => [...records.values()],
    };
  };
  const download = async (slug: string, headers?: Record<string, string>) => {
    const reply = await client.fileShares.download({ params: { slug } }, { headers });
    return Buffer.from(await reply.arrayBuffer());
  };

  describe('fileShares.upload', () => {
    it.each([
      ['an empty file', 0],
      ['a file of less than a part', 1000],
      ['a file of exactly a part', 5 * MEBIBYTE],
      ['a file of three parts', 11 * MEBIBYTE],
    ])('shares %s byte for byte', async (_title, size) => {
      const bytes = randomBytes(size);
      const file = new File([bytes], 'report.pdf', { type: 'application/pdf' });
      const upload = client.fileShares.upload(file, { share: { remark: 'monthly', max_views: 3 } });
      const share = await upload.done;
      expect(share).toMatchObject({
        filename: 'report.pdf',
        size,
        remark: 'monthly',
        max_views: 3,
      });
      expect(share.mimetype).toBe('application/pdf');
      expect(upload.state).toBe('completed');
      expect((await download(share.slug)).equals(bytes)).toBe(true);
    });

    it('protects the share with the password given', async () => {
      const upload = client.fileShares.upload(new Blob(['secret']), {
        name: 'secret.txt',
        share: { password: 'sesame' },
      });
      const { slug } = await upload.done;
      await expect(download(slug)).rejects.toMatchObject({
        code: 'file_shares.password_required',
        status: 401,
      });
      expect((await download(slug, { 'x-share-password': 'sesame' })).toString()).toBe('secret');
    });

    it('tells progress up to the last byte, and the states of SPEC 4', async () => {
      const file = new Blob([randomBytes(11 * MEBIBYTE)]);
      const seen: number[] = [];
      const states: string[] = [];
      const upload = client.fileShares.upload(file, {
        name: 'video.mp4',
        onProgress: ({ bytes }) => seen.push(bytes),
        onState: (state) => states.push(state),
      });
      expect(upload.state).toBe('idle');
      await upload.done;
      expect(seen.at(-1)).toBe(file.size);
      expect(seen).toEqual(seen.toSorted((one, other) => one - other));
      expect(states).toEqual(['uploading', 'completed']);
    });

    it('rests while paused, and goes on after', async () => {
      const bytes = randomBytes(11 * MEBIBYTE);
      const upload = client.fileShares.upload(new Blob([bytes]), { name: 'paused.bin' });
      upload.pause();
      await expect.poll(() => upload.state).toBe('idle');
      upload.resume();
      const { slug } = await upload.done;
      expect((await download(slug)).equals(bytes)).toBe(true);
    });

    it('ends as cancelled by its signal and by abort, and leaves no share', async () => {
      const before = (await client.fileShares.list()).data.pagination.total;
      const file = new Blob([randomBytes(6 * MEBIBYTE)]);
      const controller = new AbortController();
      const bySignal = client.fileShares.upload(file, { signal: controller.signal });
      const byAbort = client.fileShares.upload(file);
      const outcomes = Promise.all(
        [bySignal, byAbort].map((it) =>
          expect(it.done).rejects.toMatchObject({ name: 'ApiError', code: 'client.cancelled' }),
        ),
      );
      controller.abort();
      await byAbort.abort();
      await outcomes;
      expect([bySignal.state, byAbort.state]).toEqual(['aborted', 'aborted']);
      expect((await client.fileShares.list()).data.pagination.total).toBe(before);
    });

    it('fails with the refusal of the server, not with an error of the engine', async () => {
      const share = { slug: 'taken-slug' };
      await client.fileShares.upload(new Blob(['1']), { share }).done;
      const second = client.fileShares.upload(new Blob(['2']), { share });
      await expect(second.done).rejects.toMatchObject({ code: 'shares.slug_taken', status: 409 });
      expect(second.state).toBe('failed');
    });
  });

  describe('fs.upload', () => {
    it.each([
      ['a small file', 1000],
      ['a file of three parts', 11 * MEBIBYTE],
    ])('stores %s in a directory, byte for byte', async (_title, size) => {
      const bytes = randomBytes(size);
      const name = `${size}.bin`;
      const stored = await client.fs.upload('/files/deep/', new File([bytes], name)).done;
      expect(stored).toMatchObject({ fileName: name, size });
      const reply = await client.fs.download({ query: { path: `/files/deep/${name}` } });
      expect(Buffer.from(await reply.arrayBuffer()).equals(bytes)).toBe(true);
    });

    it('is refused outside of every mount', async () => {
      const upload = client.fs.upload('/nowhere/', new File(['1'], 'a.txt'));
      await expect(upload.done).rejects.toMatchObject({ name: 'ApiError', status: 404 });
    });
  });

  it('goes on with what is there when the same file is added again', async () => {
    const store = await createStore();
    const sent: string[] = [];
    const second = Promise.withResolvers<void>();
    const send = {
      reportsProgress: false,
      async put({ url, body, signal }: { url: string; body: Blob; signal: AbortSignal }) {
        const number = new URL(url).searchParams.get('partNumber') ?? '';
        sent.push(number);
        if (sent.length === 2) second.resolve();
        return fetch(url, { method: 'PUT', body, signal });
      },
    };
    const resuming = clientOf({ store, send, concurrentParts: 1 });
    const bytes = randomBytes(11 * MEBIBYTE);
    const file = new File([bytes], 'long.bin', { lastModified: 1 });
    const first = resuming.fileShares.upload(file);
    const outcome = expect(first.done).rejects.toMatchObject({ code: 'client.cancelled' });
    await second.promise;
    await first.abort({ keep: true });
    await outcome;
    const { slug } = await resuming.fileShares.upload(file).done;
    expect((await download(slug)).equals(bytes)).toBe(true);
    expect(sent.filter((number) => number === '1')).toHaveLength(1);
    expect(JSON.stringify(await store.list())).not.toContain('password');
  });

  describe('of a small file into the embedded store', () => {
    const file = (content: string, name = 'small.txt') =>
      new File([content], name, { lastModified: 1 });
    const total = async () => (await client.fileShares.list()).data.pagination.total;
    afterEach(() => vi.restoreAllMocks());

    it('takes two requests: its PUT commits it', async () => {
      const asked = vi.spyOn(globalThis, 'fetch');
      const pathsAsked = () =>
        asked.mock.calls.map(([to]) => new URL(to instanceof Request ? to.url : to).pathname);
      const page = clientOf();
      const share = await page.fileShares.upload(file('shared')).done;
      expect(share).toMatchObject({ size: 6, share_url: `${server.url}/file/${share.slug}` });
      expect(pathsAsked()).toEqual(['/api/s3/multipart/init', expect.stringMatching(/^\/s3\//)]);
      asked.mockClear();
      const entry = await page.fs.upload('/files/', file('stored')).done;
      expect(entry).toMatchObject({ fileName: 'small.txt', size: 6 });
      expect(pathsAsked()).toEqual(['/api/fs/multipart/init', expect.stringMatching(/^\/s3\//)]);
    });

    it('makes one share although the reply to its PUT was lost', async () => {
      const before = await total();
      const real = globalThis.fetch;
      let lost = 0;
      vi.spyOn(globalThis, 'fetch').mockImplementation(async (to, options) => {
        const reply = await real(to, options);
        if (options?.method !== 'PUT' || lost++ > 0) return reply;
        throw new TypeError('the reply was lost');
      });
      const { slug } = await clientOf().fileShares.upload(file('only once')).done;
      expect(lost).toBe(2);
      expect(await total()).toBe(before + 1);
      expect((await download(slug)).toString()).toBe('only once');
    });

    it.each(['a share', 'a file that must be new'])(
      'makes %s once although the page died before the reply to its PUT',
      async (kind) => {
        const store = await createStore();
        const addOnNewPage = () => {
          const page = clientOf({ store });
          return kind === 'a share'
            ? page.fileShares.upload(file('once'))
            : page.fs.upload('/files/', file('once', 'new.txt'), { ifNoneMatch: '*' });
        };
        const before = await total();
        const real = globalThis.fetch;
        const died = Promise.withResolvers<void>();
        const mock = vi.spyOn(globalThis, 'fetch').mockImplementation(async (to, options) => {
          const reply = await real(to, options);
          if (options?.method !== 'PUT') return reply;
          died.resolve();
          return new Promise<never>(() => {});
        });
        addOnNewPage();
        await died.promise;
        mock.mockRestore();
        expect(await addOnNewPage().done).toMatchObject({ size: 4 });
        expect(await total()).toBe(before + (kind === 'a share' ? 1 : 0));
      },
    );
  });

  it('sends forms and raw bodies through the server', async () => {
    const form = new FormData();
    form.set('remark', 'by form');
    form.set('file', new File(['form'], 'form.txt'));
    const byForm = await client.fileShares.uploadForm({ body: form });
    expect(byForm).toMatchObject({ filename: 'form.txt', size: 4, remark: 'by form' });
    const raw = await client.fileShares.uploadDirect({
      params: { filename: 'raw.txt' },
      query: { remark: 'raw' },
      body: new TextEncoder().encode('raw'),
    });
    expect(raw).toMatchObject({ filename: 'raw.txt', size: 3, remark: 'raw' });
    const streamed = await client.fileShares.uploadDirect({
      params: { filename: 'stream.txt' },
      body: new Blob(['streamed']).stream(),
    });
    expect((await download(streamed.slug)).toString()).toBe('streamed');
    const entry = new FormData();
    entry.set('path', '/files/');
    entry.set('file', new File(['entry'], 'entry.txt'));
    await expect(client.fs.uploadForm({ body: entry })).resolves.toMatchObject({ size: 5 });
    const part = await client.fs.download(
      { query: { path: '/files/entry.txt' } },
      { headers: { range: 'bytes=1-2' } },
    );
    expect([part.status, await part.text()]).toEqual([206, 'nt']);
  });

  it('walks lists page by page', async () => {
    for (let number = 0; number < 5; number += 1) {
      await client.textShares.create({ body: { content: `walk ${number}` } });
      await client.fs.write({ body: { path: `/files/walk/${number}.txt`, content: 'walk' } });
    }
    const previews: string[] = [];
    for await (const row of client.textShares.all({ limit: 2 })) previews.push(row.content_preview);
    expect(previews).toEqual(['walk 4', 'walk 3', 'walk 2', 'walk 1', 'walk 0']);
    const names: string[] = [];
    for await (const { name } of client.fs.entries('/files/walk/', { limit: 2 })) names.push(name);
    expect(names.toSorted()).toEqual(['0.txt', '1.txt', '2.txt', '3.txt', '4.txt']);
    const found: string[] = [];
    const query = { q: '.txt', scope: 'directory', path: '/files/walk/', limit: 2 } as const;
    for await (const { name } of client.fs.searchAll(query)) found.push(name);
    expect(found).toHaveLength(5);
    let files = 0;
    for await (const { id } of client.fileShares.all({ limit: 3 })) files += id ? 1 : 0;
    expect(files).toBe((await client.fileShares.list()).data.pagination.total);
  });
});
