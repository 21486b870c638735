import { randomBytes, randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiClient } from '@satchel/api-client';
import { commitFileShare, presignFileShare } from '@satchel/api-client/contract/file-share-uploads';
import { commitEntry, presignEntry } from '@satchel/api-client/contract/file-system-uploads';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Replicas, type SharedBucket, startReplicas } from './start-replicas.ts';
import { putToStorage } from './upload-files.ts';

const ROUNDS = 30;
const postgresUrl = inject('postgresUrl');

/** An upload whose bytes are in the storage. */
interface SentUpload {
  readonly text: string;
  commit(api: ApiClient): Promise<unknown>;
  /** What everybody gets to see; undefined where nothing is there. */
  read(): Promise<string | undefined>;
}

describe.skipIf(postgresUrl === undefined)(
  'kill -9 of the one of two processes that completes an upload (CONTRACT A6, SECURITY 12, 18)',
  { timeout: 180_000 },
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
      for (let round = 1; round <= ROUNDS; round += 1) {
        const next = round < ROUNDS ? replicas.start() : undefined;
        const sent = await Promise.all([
          ...[1, 2].map((at) => sendShare(`killed-${round}-${at}`)),
          ...[1, 2].map((at) => sendEntry(`killed-${round}-${at}.txt`)),
        ]);
        const commits = sent.map((upload) => upload.commit(victim.api));
        const settled = Promise.allSettled(commits);
        await sleep(randomInt(0, 80));
        victim.process.kill('SIGKILL');
        expect(await victim.ended).toBe('SIGKILL');
        for (const [at, reply] of (await settled).entries()) {
          const upload = sent[at];
          if (!upload) throw new Error('a reply for each upload');
          const isAcknowledged = reply.status === 'fulfilled';
          (isAcknowledged ? whole : cutOff).push(upload);
          // What was cut off may be there nevertheless, but then as a whole.
          const shown = await upload.read();
          if (isAcknowledged || shown !== undefined) expect(shown).toBe(upload.text);
        }
        if (next) victim = await next;
      }
      console.log('acknowledged', whole.length, 'cut off', cutOff.length);
      const t = Date.now();
      // What the dead have begun is theirs until they are known to be dead.
      const ended = await Promise.allSettled(cutOff.map(({ commit }) => commit(survivor)));
      console.log(
        'ended after',
        Date.now() - t,
        ended
          .filter(({ status }) => status === 'rejected')
          .map((r) => (r as PromiseRejectedResult).reason.code),
      );
      expect(ended.filter(({ status }) => status === 'rejected')).toEqual([]);
      for (const upload of [...whole, ...cutOff]) expect(await upload.read()).toBe(upload.text);
      expect(await bucket.openUploads()).toEqual([]);
      // Else nothing was cut off, or all of it.
      expect(whole.length).toBeGreaterThan(0);
      expect(cutOff.length).toBeGreaterThan(0);
    });
  },
);
