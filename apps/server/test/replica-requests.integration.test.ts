import { commitFileShare } from '@satchel/api-client/contract/file-share-uploads';
import { finishDelivery, getUploadRequest } from '@satchel/api-client/contract/upload-requests';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createCheckedClient } from './checked-client.ts';
import { type Replica, type Replicas, type SharedBucket, startReplicas } from './start-replicas.ts';
import { createRequest, enterRequest, sendFile } from './use-requests.ts';

const serverUrl = inject('postgresUrl') ?? '';
const ROUNDS = 30;

describe.skipIf(serverUrl === '')('two replicas receive files (SECURITY 18, 27)', () => {
  let replicas: Replicas;
  let bucket: SharedBucket;
  beforeAll(async () => {
    replicas = await startReplicas(serverUrl, { TRUSTED_PROXIES: '127.0.0.1' });
    bucket = await replicas.addBucket('/m');
  });
  afterAll(() => replicas.close());

  const apiAt = (replica: Replica, token: string) =>
    createCheckedClient(replica.url, { kind: 'upload', token });
  /** Sender on one replica, and the same on the other. */
  const enter = async (slug: string) => {
    const { one, two } = replicas;
    const server = { anonymous: one.anonymous, apiAs: () => one.anonymous };
    const { token } = await enterRequest(server, slug);
    return { one: apiAt(one, token), two: apiAt(two, token) };
  };
  const codeOf = (work: Promise<unknown>) =>
    work.then(
      () => 'stored',
      (error: { code?: string }) => error.code,
    );
  const countsOf = async (id: string) => {
    const { file_count, total_size } = await replicas.two.api.call(getUploadRequest, {
      params: { id },
    });
    const keys = await bucket.keys(`.satchel/requests/${id}/`);
    return { file_count, total_size, keys: keys.length };
  };

  it.each([
    [{ max_files: 1 }, 'upload_requests.too_many_files'],
    [{ max_total_bytes: 6 }, 'upload_requests.total_too_large'],
  ])(`keep the limit %j in ${ROUNDS} of ${ROUNDS} races`, async (limits, refusal) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id, slug } = await createRequest(replicas.one.api, limits);
      const [ann, bob] = [await enter(slug), await enter(slug)];
      const ofAnn = await sendFile(ann.one, 'same.txt', 'first');
      const ofBob = await sendFile(bob.two, 'same.txt', 'later');
      const outcomes = await Promise.all([codeOf(ofAnn.commit()), codeOf(ofBob.commit())]);
      expect(outcomes.toSorted(), `round ${round}`).toEqual(['stored', refusal].toSorted());
      expect(await countsOf(id)).toEqual({ file_count: 1, total_size: 5, keys: 1 });
    }
    const left = { createdBy: { startsWith: 'delivery:' } };
    expect(await replicas.prisma.objectWrite.count({ where: left })).toBe(0);
    expect(await replicas.prisma.shareItem.count({ where: { state: 'coming' } })).toBe(0);
  });

  it('count a file once whose commit comes to both', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id, slug } = await createRequest(replicas.one.api, { max_files: 2 });
      const sender = await enter(slug);
      const { reserved } = await sendFile(sender.one, 'a.txt', 'hello');
      const body = { file_id: reserved.file_id };
      const commits = [sender.one, sender.two].map((api) => api.call(commitFileShare, { body }));
      await Promise.all(commits);
      expect(await countsOf(id)).toEqual({ file_count: 1, total_size: 5, keys: 1 });
    }
  });

  it('accept no file after the end of a delivery on the other', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { id, slug } = await createRequest(replicas.one.api);
      const sender = await enter(slug);
      await (await sendFile(sender.one, 'a.txt', 'hello')).commit();
      const late = await sendFile(sender.two, 'b.txt', 'late!');
      const [receipt, outcome] = await Promise.all([
        sender.one.call(finishDelivery, { params: { slug }, body: {} }),
        codeOf(late.commit()),
      ]);
      // The receipt names exactly the files that the owner has.
      const { file_count: count } = await countsOf(id);
      expect(receipt.file_count, `round ${round}: ${outcome}`).toBe(count);
      expect(count).toBe(outcome === 'stored' ? 2 : 1);
    }
  });

  it('count the deliveries that one source starts together (SECURITY 24)', async () => {
    const { slug } = await createRequest(replicas.one.api);
    const statusOf = async (at: number, source: string) => {
      const { url } = at % 2 === 0 ? replicas.one : replicas.two;
      const reply = await fetch(`${url}/api/public/requests/${slug}/enter`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': source },
        body: '{}',
      });
      return [reply.status, reply.headers.has('retry-after')];
    };
    const outcomes: unknown[] = [];
    for (let at = 0; at < 40; at += 1) outcomes.push(await statusOf(at, '203.0.113.1'));
    expect(outcomes).toEqual([...Array(30).fill([201, false]), ...Array(10).fill([429, true])]);
    const race = await Promise.all(
      Array.from({ length: 60 }, (_, at) => statusOf(at, '203.0.113.2')),
    );
    const started = race.filter(([status]) => status === 201);
    expect(started.length).toBeGreaterThan(0);
    expect(started.length).toBeLessThanOrEqual(30);
    expect((await statusOf(0, '203.0.113.3'))[0]).toBe(201);
  });
});
