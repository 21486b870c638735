import { randomBytes, randomInt } from 'node:crypto';
import type { ApiClient } from '@satchel/api-client';
import { commitFileShare, presignFileShare } from '@satchel/api-client/contract/file-share-uploads';
import { commitEntry, presignEntry } from '@satchel/api-client/contract/file-system-uploads';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Replicas, type SharedBucket, startReplicas } from './start-replicas.ts';
import { putToStorage } from './upload-files.ts';

const KILLS = 5;
/** Number of uploads to a share that are committed concurrently, and as many to a mount. */
const HALF = Array.from({ length: 15 }, (_, at) => at);
const postgresUrl = inject('postgresUrl');

/** Upload whose bytes are in the storage. */
interface SentUpload {
  readonly text: string;
  commit(api: ApiClient): Promise<unknown>;
  /** Public content; undefined if there is none. */
  read(): Promise<string | undefined>;
}

describe.skipIf(postgresUrl === undefined)(
  'kill -9 of the one of two processes that completes an upload (CONTRACT A6, SECURITY 12, 18)',
  () => {
    let replicas: Replicas;
    let bucket: SharedBucket;
    beforeAll(async () => {
      replicas = await startReplicas(postgresUrl ?? '');
      bucket = await replicas.addBucket('/m');
    });
    afterAll(() => replicas.close());

    const sendShare = async (slug: string): Promise<SentUpload> => {
      const { api, url } = replicas.one;
      const text = randomBytes(randomInt(1, 100_000)).toString('base64');
      const body = { filename: 'killed.txt', slug, size: text.length };
      const { file_id, upload_url } = await api.call(presignFileShare, { body });
      await putToStorage(upload_url, text);
      return {
        text,
        commit: (by) => by.call(commitFileShare, { body: { file_id } }),
        async read() {
          const reply = await fetch(`${url}/api/file-view/${slug}`);
          if (reply.status === 404) return undefined;
          expect(reply.status).toBe(200);
          return reply.text();
        },
      };
    };
    const sendEntry = async (fileName: string): Promise<SentUpload> => {
      const { api } = replicas.one;
      const text = randomBytes(randomInt(1, 100_000)).toString('base64');
      const presign = { path: '/m', fileName, fileSize: text.length };
      const { presignedUrl, fileId } = await api.call(presignEntry, { body: presign });
      await putToStorage(presignedUrl, text);
      const body = { targetPath: `/m/${fileName}`, mountId: bucket.mountId, fileId };
      return {
        text,
        commit: (by) => by.call(commitEntry, { body }),
        read: () => bucket.read(fileName),
      };
    };

    it('loses nothing that was acknowledged, shows nothing half-made, and the other can end the rest', async () => {
      const survivor = replicas.one.api;
      let victim = replicas.two;
      const [whole, cutOff]: [SentUpload[], SentUpload[]] = [[], []];
      for (let kill = 1; kill <= KILLS; kill += 1) {
        const next = kill < KILLS ? replicas.start() : undefined;
        const sent = await Promise.all([
          ...HALF.map((at) => sendShare(`killed-${kill}-${at}`)),
          ...HALF.map((at) => sendEntry(`killed-${kill}-${at}.txt`)),
        ]);
        const awaited = randomInt(1, sent.length);
        let acknowledged = 0;
        const replies = await Promise.allSettled(
          sent.map(async (upload) => {
            await upload.commit(victim.api);
            acknowledged += 1;
            if (acknowledged === awaited) victim.process.kill('SIGKILL');
          }),
        );
        expect(await victim.ended, victim.errors()).toBe('SIGKILL');
        for (const [at, upload] of sent.entries()) {
          const isAcknowledged = replies[at]?.status === 'fulfilled';
          (isAcknowledged ? whole : cutOff).push(upload);
          // An upload that was cut off may exist, but only complete.
          const shown = await upload.read();
          if (isAcknowledged || shown !== undefined) expect(shown).toBe(upload.text);
        }
        if (next) victim = await next;
      }
      // Claims of dead processes hold until they lapse.
      const ended = await Promise.allSettled(cutOff.map(({ commit }) => commit(survivor)));
      expect(ended.filter(({ status }) => status === 'rejected')).toEqual([]);
      for (const upload of [...whole, ...cutOff]) expect(await upload.read()).toBe(upload.text);
      expect(await bucket.openUploads()).toEqual([]);
      // Otherwise no upload was cut off, or all were.
      expect(whole.length).toBeGreaterThan(0);
      expect(cutOff.length).toBeGreaterThan(0);
    });
  },
);
