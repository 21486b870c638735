import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiClient } from '@satchel/api-client';
import {
  abortFileShareMultipart,
  commitFileShare,
  initFileShareMultipart,
  presignFileShare,
} from '@satchel/api-client/contract/file-share-uploads';
import { listFileShares } from '@satchel/api-client/contract/file-shares';
import { removeEntries, renameEntry, updateEntry } from '@satchel/api-client/contract/file-system';
import {
  abortEntryMultipart,
  commitEntry,
  completeEntryMultipart,
  initEntryMultipart,
  presignEntry,
} from '@satchel/api-client/contract/file-system-uploads';
import { updateStorageConfig } from '@satchel/api-client/contract/storage-configs';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Replicas, type SharedBucket, startReplicas } from './start-replicas.ts';
import { putToStorage } from './upload-files.ts';

const ROUNDS = Array.from({ length: 30 }, (_, round) => round + 1);
const postgresUrl = inject('postgresUrl');

const statusOf = (reply: PromiseSettledResult<unknown>) => reply.status;
const codesOf = (replies: readonly PromiseSettledResult<unknown>[]) =>
  replies.map((reply) => (reply.status === 'fulfilled' ? 'done' : reply.reason.code));

describe.skipIf(postgresUrl === undefined)(
  'writes that come to two processes at once, on one PostgreSQL and one bucket of radosgw (CONTRACT A6, SECURITY 14, 18)',
  () => {
    let replicas: Replicas;
    let bucket: SharedBucket;
    /** Another bucket, with a limit. */
    let narrow: SharedBucket;
    beforeAll(async () => {
      replicas = await startReplicas(postgresUrl ?? '');
      narrow = await replicas.addBucket('/narrow');
      bucket = await replicas.addBucket('/m');
    });
    afterAll(() => replicas.close());

    const apis = (): readonly [ApiClient, ApiClient] => [replicas.one.api, replicas.two.api];
    /** Runs a call on both replicas concurrently. */
    const onBoth = <Result>(call: (api: ApiClient, at: number) => Promise<Result>) =>
      Promise.allSettled(apis().map(call));
    const read = async (slug: string) => {
      const reply = await fetch(`${replicas.one.url}/api/file-view/${slug}`);
      return { status: reply.status, text: await reply.text() };
    };
    const listed = async (slug: string) =>
      (await replicas.two.api.call(listFileShares, { query: { search: slug } })).data.files;
    const writesOf = (key: string) =>
      replicas.prisma.objectWrite.count({ where: { objectKey: key, state: { not: 'stored' } } });
    const write = (path: string, content: string) =>
      replicas.one.api.call(updateEntry, { body: { path, content } });
    /** Begins an upload to a mount and sends its bytes; only its commit remains. */
    const sendEntry = async (api: ApiClient, to: SharedBucket, fileName: string, text: string) => {
      const body = { path: to.mountPath, fileName, fileSize: text.length };
      const { presignedUrl, fileId } = await api.call(presignEntry, { body });
      await putToStorage(presignedUrl, text);
      const targetPath = `${to.mountPath}/${fileName}`;
      return { targetPath, mountId: to.mountId, fileId };
    };

    it('one share, one object and one answer come of a commit that both get', async () => {
      for (const round of ROUNDS) {
        const slug = `committed-${round}`;
        const text = `the bytes of ${slug}`;
        const body = { filename: 'twice.txt', slug, size: text.length };
        const reserved = await replicas.one.api.call(presignFileShare, { body });
        await putToStorage(reserved.upload_url, text);
        const commit = { file_id: reserved.file_id, size: text.length };
        const replies = await onBoth((api) => api.call(commitFileShare, { body: commit }));
        const bare = replies.map((reply) =>
          reply.status === 'fulfilled' ? { ...reply.value, share_url: '' } : reply.reason,
        );
        expect(bare[0], `round ${round}`).toMatchObject({ slug, size: text.length });
        expect(bare[1], `round ${round}`).toEqual(bare[0]);
        expect(await listed(slug)).toHaveLength(1);
        expect(await bucket.keys(reserved.storage_path)).toEqual([reserved.storage_path]);
        expect(await read(slug)).toEqual({ status: 200, text });
        expect(await writesOf(reserved.storage_path)).toBe(0);
      }
      expect(await bucket.openUploads()).toEqual([]);
    });

    it('one file and one answer come of a commit below a mount that both get', async () => {
      for (const round of ROUNDS) {
        const fileName = `committed-${round}.txt`;
        const body = await sendEntry(replicas.one.api, bucket, fileName, fileName);
        const replies = await onBoth((api) => api.call(commitEntry, { body }));
        expect(codesOf(replies), `round ${round}`).toEqual(['done', 'done']);
        expect(replies[0]).toEqual(replies[1]);
        expect(await bucket.keys('committed-')).toContain(fileName);
        expect(await bucket.read(fileName)).toBe(fileName);
      }
      expect(await bucket.keys('committed-')).toHaveLength(ROUNDS.length);
      expect(await bucket.openUploads()).toEqual([]);
    });

    it('a slug that both are asked for is reserved once', async () => {
      for (const round of ROUNDS) {
        const slug = `wanted-${round}`;
        const replies = await onBoth((api) =>
          api.call(presignFileShare, { body: { filename: 'wanted.txt', slug, size: 1 } }),
        );
        expect(codesOf(replies).sort(), `round ${round}`).toEqual(['done', 'shares.slug_taken']);
      }
      const where = { slug: { startsWith: 'wanted-' } };
      expect(await replicas.prisma.objectWrite.count({ where })).toBe(ROUNDS.length);
      expect(await bucket.openUploads('.satchel/shares/wanted')).toHaveLength(ROUNDS.length);
    });

    describe('where there is room for one of two', () => {
      const KEPT = 'was there before'.padEnd(500, '.');
      const BYTES = 1000;
      const setLimit = (total_storage_bytes: number) =>
        replicas.one.api.call(updateStorageConfig, {
          params: { id: narrow.configId },
          body: { total_storage_bytes },
        });
      const bytesIn = async () => {
        const contents = (await narrow.keys()).map(async (key) => (await narrow.read(key)) ?? '');
        return (await Promise.all(contents)).reduce((sum, { length }) => sum + length, 0);
      };
      const remove = (paths: readonly string[]) =>
        replicas.one.api.call(removeEntries, { body: { paths: [...paths] } });
      beforeAll(async () => {
        await write('/narrow/kept.txt', KEPT);
        await setLimit(1_000_000);
        // The first upload with a limit makes the server count the bucket.
        await write('/narrow/first.txt', 'first');
        await remove(['/narrow/first.txt']);
        expect(
          await replicas.prisma.bucketIndex.count({ where: { totalBytes: KEPT.length } }),
        ).toBe(1);
      });

      it('one of two uploads is begun, however they come', async () => {
        const limit = KEPT.length + 1.5 * BYTES;
        await setLimit(limit);
        for (const round of ROUNDS) {
          const begun = await onBoth((api, at) => {
            const fileName = `begun-${round}-${at}.txt`;
            return sendEntry(api, narrow, fileName, 'b'.repeat(BYTES));
          });
          expect(codesOf(begun).sort(), `round ${round}`).toEqual(['done', 'storage.insufficient']);
          const won = begun.flatMap((reply) => (reply.status === 'fulfilled' ? [reply.value] : []));
          for (const body of won) await replicas.two.api.call(commitEntry, { body });
          expect(await bytesIn(), `round ${round}`).toBe(KEPT.length + BYTES);
          await remove(won.map(({ targetPath }) => targetPath));
        }
        expect(await narrow.read('kept.txt')).toBe(KEPT);
      });

      it('one of two commits is taken, and what was there before stays', async () => {
        for (const round of ROUNDS) {
          const names = [`taken-${round}-0.txt`, `taken-${round}-1.txt`];
          const paths = names.map((name) => `/narrow/${name}`);
          await setLimit(1_000_000);
          for (const path of paths) await write(path, 'o'.repeat(BYTES));
          // Each upload replaces a file of its size, and so needs no quota; then those files are removed.
          const sent = await Promise.all(
            names.map((name, at) =>
              sendEntry(apis()[at === 0 ? 0 : 1], narrow, name, 'n'.repeat(BYTES)),
            ),
          );
          await remove(paths);
          await setLimit(KEPT.length + 1.5 * BYTES);
          const replies = await onBoth((api, at) => {
            const body = sent[at];
            if (!body) throw new Error('two uploads for two replicas');
            return api.call(commitEntry, { body });
          });
          expect(codesOf(replies).sort(), `round ${round}`).toEqual([
            'done',
            'storage.insufficient',
          ]);
          expect(await bytesIn(), `round ${round}`).toBe(KEPT.length + BYTES);
          await remove(paths);
        }
        expect(await narrow.keys()).toEqual(['kept.txt']);
        expect(await narrow.read('kept.txt')).toBe(KEPT);
        expect(await narrow.openUploads()).toEqual([]);
      });
    });

    describe('when one is told to commit and the other to drop an upload', () => {
      /** Varies the delay up to the probable end of a commit, so that each call wins sometimes. */
      const delayOf = (round: number) => sleep(3 * (round - 1));
      const expectBoth = (won: { commit: number; drop: number }) => {
        expect(won.commit).toBeGreaterThan(0);
        expect(won.drop).toBeGreaterThan(0);
      };

      it('one of them has its way with a share: it is there whole, or nothing is', async () => {
        const won = { commit: 0, drop: 0 };
        for (const round of ROUNDS) {
          const slug = `dropped-${round}`;
          const body = { filename: 'dropped.txt', slug, size: slug.length };
          const started = await replicas.one.api.call(initFileShareMultipart, { body });
          const { file_id, upload_id, storage_path: key } = started;
          await putToStorage(started.presigned_urls[0]?.url ?? '', slug);
          const replies = await Promise.allSettled([
            replicas.one.api.call(commitFileShare, { body: { file_id } }),
            delayOf(round).then(() =>
              replicas.two.api.call(abortFileShareMultipart, { body: { file_id, upload_id } }),
            ),
          ]);
          expect(replies.map(statusOf).sort(), `round ${round}`).toEqual(['fulfilled', 'rejected']);
          const isCommitted = replies[0].status === 'fulfilled';
          won[isCommitted ? 'commit' : 'drop'] += 1;
          expect(await bucket.keys(key), `round ${round}`).toEqual(isCommitted ? [key] : []);
          expect(await listed(slug)).toHaveLength(isCommitted ? 1 : 0);
          expect(await read(slug)).toMatchObject(
            isCommitted ? { status: 200, text: slug } : { status: 404 },
          );
          expect(await replicas.prisma.objectWrite.count({ where: { id: file_id } })).toBe(0);
        }
        expect(await bucket.openUploads('.satchel/shares/dropped')).toEqual([]);
        expectBoth(won);
      });

      it('one of them has its way with a file below a mount: it is there whole, or nothing is', async () => {
        const won = { commit: 0, drop: 0 };
        for (const round of ROUNDS) {
          const fileName = `dropped-${round}.txt`;
          const init = { path: '/m', fileName, fileSize: fileName.length };
          const started = await replicas.one.api.call(initEntryMultipart, { body: init });
          const stored = await putToStorage(started.presignedUrls[0]?.url ?? '', fileName);
          const parts = [{ PartNumber: 1, ETag: stored.headers.get('etag') ?? '' }];
          const reference = { path: '/m', fileName, uploadId: started.uploadId };
          const replies = await Promise.allSettled([
            replicas.one.api.call(completeEntryMultipart, { body: { ...reference, parts } }),
            delayOf(round).then(() =>
              replicas.two.api.call(abortEntryMultipart, { body: reference }),
            ),
          ]);
          expect(replies.map(statusOf).sort(), `round ${round}`).toEqual(['fulfilled', 'rejected']);
          const isCommitted = replies[0].status === 'fulfilled';
          won[isCommitted ? 'commit' : 'drop'] += 1;
          const text = await bucket.read(fileName);
          expect(text, `round ${round}`).toBe(isCommitted ? fileName : undefined);
          expect(await writesOf(fileName)).toBe(0);
        }
        expect(await bucket.openUploads('dropped')).toEqual([]);
        expectBoth(won);
      });
    });

    it('a file that both replace at once is whole all the time, and one of the two in the end', async () => {
      await write('/m/a.bin', 'the first');
      const seen = new Set<string | undefined>();
      for (const round of ROUNDS) {
        const contents = [`of one, round ${round}`, `of the other, round ${round} `.repeat(20)];
        const before = await bucket.read('a.bin');
        const sent = await Promise.all(
          apis().map((api, at) => sendEntry(api, bucket, 'a.bin', contents[at] ?? '')),
        );
        let isCommitting = true;
        const watching = (async () => {
          do seen.add(await bucket.read('a.bin'));
          while (isCommitting);
        })();
        const replies = await onBoth((api, at) => {
          const body = sent[at];
          if (!body) throw new Error('two uploads for two replicas');
          return api.call(commitEntry, { body });
        });
        isCommitting = false;
        await watching;
        expect(codesOf(replies), `round ${round}`).toEqual(['done', 'done']);
        expect(contents).toContain(await bucket.read('a.bin'));
        expect([before, ...contents]).toEqual(expect.arrayContaining([...seen]));
        seen.clear();
      }
      expect(await bucket.openUploads('a.bin')).toEqual([]);
    });

    it('a free name that two files are renamed to goes to one, and the other keeps its own', async () => {
      for (const round of ROUNDS) {
        const [own, free] = [['p', 'q'].map((name) => `${name}-${round}.txt`), `free-${round}.txt`];
        for (const name of own) await write(`/m/${name}`, `from ${name}`);
        const replies = await onBoth((api, at) => {
          const body = { oldPath: `/m/${own[at]}`, newPath: `/m/${free}` };
          return api.call(renameEntry, { body });
        });
        expect(replies.map(statusOf).sort(), `round ${round}`).toEqual(['fulfilled', 'rejected']);
        const winner = replies[0]?.status === 'fulfilled' ? 0 : 1;
        const [won, lost] = [own[winner] ?? '', own[1 - winner] ?? ''];
        const refusal = replies[1 - winner];
        expect(refusal).toMatchObject({ reason: { code: expect.stringMatching(/exists|busy/) } });
        expect(await bucket.read(free), `round ${round}`).toBe(`from ${won}`);
        expect(await bucket.read(won)).toBeUndefined();
        expect(await bucket.read(lost)).toBe(`from ${lost}`);
      }
    });
  },
);
