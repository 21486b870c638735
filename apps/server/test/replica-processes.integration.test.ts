import { createApiKey, deleteApiKey } from '@satchel/api-client/contract/api-keys';
import { presignFileShare } from '@satchel/api-client/contract/file-share-uploads';
import { updateFileShare, viewFileShare } from '@satchel/api-client/contract/file-shares';
import {
  getEntry,
  listDirectory,
  makeDirectory,
  updateEntry,
} from '@satchel/api-client/contract/file-system';
import { presignEntry } from '@satchel/api-client/contract/file-system-uploads';
import {
  createTextShare,
  updateTextShare,
  viewTextShare,
} from '@satchel/api-client/contract/text-shares';
import { PERMISSION_FLAGS } from '@satchel/api-client/permissions';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { checkKey, sendAttempt, unlockWith } from './send-attempt.ts';
import { type Replicas, type SharedBucket, startReplicas } from './start-replicas.ts';
import { putToStorage, uploadFile } from './upload-files.ts';

const ROUNDS = Array.from({ length: 10 }, (_, round) => round + 1);
/** Number of wrong secrets of one source that exhausts its budget. */
const SECRETS = Array.from({ length: 30 }, (_, at) => at);
/** Rounds of a race that a listing without a cure lost in some of a hundred. */
const ENTRIES = Array.from({ length: 150 }, (_, round) => round + 1);
const READERS = Array.from({ length: 20 });
const CONTENT = 'what is in it';
const postgresUrl = inject('postgresUrl');

describe.skipIf(postgresUrl === undefined)(
  'two processes on one PostgreSQL and one bucket of radosgw (CONTRACT A6, SECURITY 18)',
  () => {
    let replicas: Replicas;
    let bucket: SharedBucket;
    beforeAll(async () => {
      replicas = await startReplicas(postgresUrl ?? '');
      bucket = await replicas.addBucket('/m');
    });
    afterAll(() => replicas.close());

    /** Waits for both listening connections, because otherwise there is nothing to close. */
    const cutInRound = async (round: number) => {
      if (round === 1) {
        const isConnected = async () =>
          expect(await replicas.countFeed()).toBeGreaterThanOrEqual(2);
        await vi.waitFor(isConnected, { timeout: 10_000 });
      }
      await replicas.cutFeed();
    };
    /** Creates shares that the second replica has sent before, so that it has cached them. */
    const createSeenText = async () => {
      const { one, two } = replicas;
      const share = await one.api.call(createTextShare, { body: { content: CONTENT } });
      const input = { params: { slug: share.slug }, query: {} };
      for (let read = 0; read < 2; read += 1) {
        expect(await two.anonymous.call(viewTextShare, input)).toMatchObject({ content: CONTENT });
      }
      return share;
    };
    const createSeenFile = async () => {
      const share = await uploadFile(replicas.one.api, CONTENT);
      for (let read = 0; read < 2; read += 1) {
        expect(await readFile(share.slug)).toEqual({ status: 200, text: CONTENT });
      }
      return share;
    };
    const readFile = async (slug: string) => {
      const reply = await fetch(`${replicas.two.url}/api/file-view/${slug}`);
      return { status: reply.status, text: await reply.text() };
    };
    const readText = (slug: string) =>
      replicas.two.anonymous.call(viewTextShare, { params: { slug }, query: {} });
    const updateText = (id: string, body: object) =>
      replicas.one.api.call(updateTextShare, {
        params: { id },
        body: { content: CONTENT, ...body },
      });
    const updateFile = (id: string, body: object) =>
      replicas.one.api.call(updateFileShare, { params: { id }, body });

    /** Creates a key that the second replica knows, an upload with it, and a link for it. */
    const createUsedKey = async (round: number) => {
      const { one, two } = replicas;
      const permissions =
        PERMISSION_FLAGS.file_share | PERMISSION_FLAGS.mount_view | PERMISSION_FLAGS.mount_upload;
      const name = crypto.randomUUID();
      const { id, key } = await one.api.call(createApiKey, { body: { name, permissions } });
      const api = two.apiAs(key);
      // Uses an address of its own, because later failures count against the source.
      const attempt = checkKey(`ApiKey ${key}`, `127.0.22.${round}`);
      const call = async () => (await sendAttempt(two.url, attempt)).status;
      expect(await call()).toBe(200);
      const size = CONTENT.length;
      const forShare = { filename: `key-${round}.txt`, size };
      const { upload_url } = await api.call(presignFileShare, { body: forShare });
      const forEntry = { path: '/m', fileName: `${name}.txt`, fileSize: size };
      const { presignedUrl } = await api.call(presignEntry, { body: forEntry });
      const { preview_url: link = '' } = await api.call(getEntry, {
        query: { path: '/m/linked.txt' },
      });
      await expect(putToStorage(presignedUrl, CONTENT)).resolves.toBeDefined();
      expect((await fetch(link)).status).toBe(200);
      return { id, call, link, uploads: [upload_url, presignedUrl] };
    };

    describe.each([
      ['with its feed of changes connected', async () => undefined],
      ['with its feed of changes cut by pg_terminate_backend', cutInRound],
    ])('%s', (_, beforeChange) => {
      it('a text is delivered once to 20 readers of the other after its limit is one view', async () => {
        for (const round of ROUNDS) {
          const { id, slug } = await createSeenText();
          await beforeChange(round);
          await updateText(id, { maxViews: 1 });
          const replies = await Promise.allSettled(READERS.map(() => readText(slug)));
          const delivered = replies.filter(({ status }) => status === 'fulfilled');
          expect(delivered, `round ${round}`).toHaveLength(1);
        }
      });

      it('a file is delivered once to 20 readers of the other after its limit is one view', async () => {
        for (const round of ROUNDS) {
          const { id, slug } = await createSeenFile();
          await beforeChange(round);
          await updateFile(id, { max_views: 1 });
          const replies = await Promise.all(READERS.map(() => readFile(slug)));
          const delivered = replies.filter(({ text }) => text === CONTENT);
          expect(delivered, `round ${round}`).toHaveLength(1);
          const others = replies.filter(({ status }) => status === 410);
          expect(others, `round ${round}`).toHaveLength(READERS.length - 1);
        }
      });

      it('the other asks at once for the new password of a text and of a file', async () => {
        for (const round of ROUNDS) {
          const [text, file] = [await createSeenText(), await createSeenFile()];
          await beforeChange(round);
          await Promise.all([
            updateText(text.id, { password: 'sesame' }).then(async () => {
              const read = await readText(text.slug);
              expect(read, `round ${round}`).toMatchObject({ requiresPassword: true });
              expect(read).not.toHaveProperty('content');
            }),
            updateFile(file.id, { password: 'sesame' }).then(async () => {
              expect((await readFile(file.slug)).status, `round ${round}`).toBe(401);
              const params = { slug: file.slug };
              const seen = replicas.two.anonymous.call(viewFileShare, { params, query: {} });
              const closed = { requires_password: true };
              await expect(seen).resolves.toMatchObject(closed);
              await expect(seen).resolves.not.toHaveProperty('previewUrl');
            }),
          ]);
        }
      });

      it('the other lists each file and each folder as soon as it is acknowledged', async () => {
        const { one, two } = replicas;
        const path = `/m/${crypto.randomUUID()}`;
        await one.api.call(makeDirectory, { body: { path } });
        const names = async () =>
          (await two.api.call(listDirectory, { query: { path } })).items.map(({ name }) => name);
        for (const round of ENTRIES) {
          await names();
          await beforeChange(round);
          const body = { path: `${path}/${round}`, content: CONTENT };
          await one.api.call(round % 2 ? makeDirectory : updateEntry, { body });
          expect(await names(), `round ${round}`).toContain(`${round}`);
        }
      });

      it('a key that one deletes is refused by the other, with its links and its URLs (SECURITY 14)', async () => {
        const { one } = replicas;
        const body = { path: '/m/linked.txt', content: CONTENT };
        await one.api.call(updateEntry, { body });
        for (const round of ROUNDS) {
          const { id, call, link, uploads } = await createUsedKey(round);
          await beforeChange(round);
          await one.api.call(deleteApiKey, { params: { id } });
          expect(await call(), `round ${round}`).toBe(401);
          expect((await fetch(link)).status, `round ${round}`).toBe(401);
          for (const url of uploads) {
            const stored = await fetch(url, { method: 'PUT', body: CONTENT });
            expect(stored.status, `round ${round}`).toBe(404);
          }
        }
        expect(await bucket.openUploads()).toEqual([]);
      });
    });

    it('ten wrong passwords of a share from one source are counted together, however they are spread', async () => {
      const { one, two } = replicas;
      for (const round of ROUNDS) {
        const from = `127.0.20.${round}`;
        const { slug } = await one.api.call(createTextShare, {
          body: { content: CONTENT, password: 'right' },
        });
        const wrong = SECRETS.slice(0, 10).map((at) =>
          sendAttempt((at % 2 ? one : two).url, unlockWith(slug, 'wrong', { from })),
        );
        const statuses = (await Promise.all(wrong)).map(({ status }) => status);
        expect(statuses, `round ${round}`).toEqual(Array(10).fill(401));
        for (const { url } of [one, two]) {
          const { status } = await sendAttempt(url, unlockWith(slug, 'right', { from }));
          expect(status, `round ${round}`).toBe(429);
        }
      }
    });

    it('thirty wrong secrets of many targets from one source are counted together, however they are spread', async () => {
      const { one, two } = replicas;
      const { slug } = await one.api.call(createTextShare, {
        body: { content: CONTENT, password: 'right' },
      });
      for (const round of ROUNDS) {
        const from = `127.0.21.${round}`;
        const wrong = SECRETS.map((at) =>
          sendAttempt((at % 2 ? one : two).url, checkKey(`ApiKey ${at}-${round}-wrong`, from)),
        );
        const statuses = (await Promise.all(wrong)).map(({ status }) => status);
        expect(statuses, `round ${round}`).toEqual(Array(30).fill(401));
        for (const { url } of [one, two]) {
          const byKey = await sendAttempt(url, checkKey(`ApiKey another-${round}`, from));
          const byPassword = await sendAttempt(url, unlockWith(slug, 'right', { from }));
          expect([byKey.status, byPassword.status], `round ${round}`).toEqual([429, 429]);
        }
      }
      // From another address the share opens, because only the first source has exhausted its budget.
      const elsewhere = unlockWith(slug, 'right', { from: '127.0.23.1' });
      expect((await sendAttempt(two.url, elsewhere)).status).toBe(200);
    });
  },
);
