import { setTimeout as sleep } from 'node:timers/promises';
import { GetObjectCommand, NoSuchKey, PutObjectCommand } from '@aws-sdk/client-s3';
import { updateEntry } from '@satchel/api-client/contract/file-system';
import type { Cluster } from './cluster.ts';
import { createRegister, makeContent, shorten } from './history.ts';
import { davCall, openFile, STORES } from './store-files.ts';
import type { Run } from './write-files.ts';

const put = ({ s3, bucket }: Cluster, Key: string, Body: string) =>
  s3.send(new PutObjectCommand({ Bucket: bucket, Key, Body }));

async function read({ s3, bucket }: Cluster, Key: string): Promise<string | undefined> {
  try {
    const { Body } = await s3.send(new GetObjectCommand({ Bucket: bucket, Key }));
    return await Body?.transformToString();
  } catch (error) {
    if (error instanceof NoSuchKey) return undefined;
    throw error;
  }
}

/** Writes files to the bucket as another program; no server changes them. */
export async function writeForeign({ cluster, history, random, isOver, atEnd }: Run) {
  const registers = [0, 1, 2].map((at) =>
    createRegister(history, `foreign/${at}.txt`, (path) => read(cluster, path)),
  );
  for (const register of registers) atEnd(() => register.check('at the end'));
  for (let round = 0; !isOver(); round += 1) {
    await sleep(100);
    const register = random.pick(registers);
    const content = makeContent(`${register.path} ${round}`, 100 + random.below(20_000));
    const send = () => put(cluster, register.path, content);
    await register.write('foreign put', content, send, true);
    await register.check('after a foreign put');
  }
}

/**
 * Another program writes a file between an edit's look at it and the edit's own write. The gateway checks the
 * condition of that write (docs/operations/storage.md), so that the foreign content survives in any order: it
 * comes after the edit, or the edit fails. Only the two PUTs themselves wait for each other, because Ceph drops
 * an unconditional one that loses a race, and reports success.
 */
export async function raceForeign(run: Run): Promise<void> {
  const { cluster, history, random, isOver, atEnd } = run;
  for (let round = 0; !isOver(); round += 1) {
    await sleep(50);
    const path = `/m/shared/${round}.txt`;
    const base = makeContent(`${path} base`, 1000);
    if ((await history.attempt('put', () => STORES.put(cluster, path, base))) !== 'done') continue;
    const seen = await history.read(() => openFile(cluster, path));
    const etag = seen?.value?.etag;
    if (etag === undefined) continue;
    const key = path.slice('/m/'.length);
    const inTurn = cluster.storage.separate(key);
    const edited = makeContent(`${path} edited`, 1100);
    const foreign = makeContent(`${path} foreign`, 1200);
    const isDav = random.below(2) === 0;
    const edit = history.attempt('edit in a race', () =>
      isDav
        ? davCall(cluster, 'PUT', path, { body: edited, headers: { 'if-match': etag } })
        : cluster.api.call(updateEntry, { body: { path, content: edited, if_match: etag } }),
    );
    await sleep(random.below(60));
    const written = await history.attempt('foreign put in a race', () =>
      inTurn(() => put(cluster, key, foreign)),
    );
    await edit;
    if (written !== 'done') continue;
    const check = async () => {
      const found = await history.read(() => read(cluster, key));
      if (!found || found.value === foreign) return;
      history.violations.push(`a foreign put of ${path} is lost: ${shorten(found.value)}`);
    };
    await check();
    atEnd(check);
  }
}
