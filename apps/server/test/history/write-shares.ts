import { setTimeout as sleep } from 'node:timers/promises';
import { commitFileShare, presignFileShare } from '@satchel/api-client/contract/file-share-uploads';
import { createTextShare, listTextShares } from '@satchel/api-client/contract/text-shares';
import type { Cluster } from './cluster.ts';
import { makeContent, Refusal, shorten } from './history.ts';
import { davCall, putTo } from './store-files.ts';
import type { Run } from './write-files.ts';

const MAX_VIEWS = 3;

/** Reads as a visitor. Returns undefined if there is no such share. */
async function visit(cluster: Cluster, path: string): Promise<string | undefined> {
  const reply = await cluster.fetch(cluster.url + path);
  const text = await reply.text();
  if (reply.status === 404) return undefined;
  if (!reply.ok) throw new Refusal(reply.status, text);
  return text;
}

/** Checks a share at the end: its content if it was acknowledged, else that content or none. */
function expectShown({ cluster, history }: Run, path: string, content: string, isDone: boolean) {
  return async () => {
    const found = await history.read(() => visit(cluster, path));
    if (!found || found.value === content || (!isDone && found.value === undefined)) return;
    history.violations.push(`${path} (acknowledged: ${isDone}) is ${shorten(found.value)}`);
  };
}

/** Creates texts, each sent with one key until it is acknowledged: then it must exist exactly once. */
export async function shareTexts(run: Run, writer: number): Promise<void> {
  const { cluster, history, isOver, atEnd } = run;
  for (let round = 0; !isOver(); round += 1) {
    await sleep(20);
    const content = makeContent(`text-${writer}-${round}-${crypto.randomUUID()}`, 400);
    const key = { idempotencyKey: crypto.randomUUID() };
    const slugs = new Set<string>();
    for (let tries = 0; tries < 5 && slugs.size === 0 && !isOver(); tries += 1) {
      await history.attempt('text share', async () => {
        const { slug } = await cluster.api.call(createTextShare, { body: { content } }, key);
        slugs.add(slug);
      });
    }
    const [slug] = slugs;
    if (slug !== undefined) {
      const check = expectShown(run, `/api/raw/${slug}`, content, true);
      await check();
      atEnd(check);
    }
    atEnd(async () => {
      const query = { search: content.split(' ')[0] ?? '' };
      const found = await history.read(() => cluster.api.call(listTextShares, { query }));
      const count = found?.value.data.length ?? 0;
      if (count > 1) history.violations.push(`${query.search} is there ${count} times`);
    });
  }
}

/** Creates shares with few views, which many visitors open concurrently. */
export async function openLimited(run: Run): Promise<void> {
  const { cluster, history, random, isOver } = run;
  while (!isOver()) {
    await sleep(100);
    const slug = `few-${crypto.randomUUID()}`;
    const content = makeContent(slug, 2000);
    const isText = random.below(2) === 0;
    const query = `slug=${slug}&max_views=${MAX_VIEWS}`;
    const made = await history.attempt('limited share', () =>
      isText
        ? cluster.api.call(createTextShare, { body: { content, slug, maxViews: MAX_VIEWS } })
        : uploadDirect(cluster, `few.txt?${query}`, content),
    );
    if (made !== 'done') continue;
    const path = isText ? `/api/raw/${slug}` : `/api/file-view/${slug}`;
    const reads = Array.from({ length: 8 }, () => history.read(() => visit(cluster, path)));
    const shown = (await Promise.all(reads)).flatMap((found) => found?.value ?? []);
    if (shown.length > MAX_VIEWS) history.violations.push(`${path}: ${shown.length} have seen it`);
    const broken = shown.find((text) => text !== content);
    if (broken !== undefined) history.violations.push(`${path} showed ${shorten(broken)}`);
  }
}

async function uploadDirect(cluster: Cluster, name: string, body: string) {
  const init = { method: 'PUT', body, headers: { authorization: cluster.authorization } };
  const reply = await cluster.fetch(`${cluster.url}/api/upload-direct/${name}`, init);
  const text = await reply.text();
  if (!reply.ok) throw new Refusal(reply.status, text);
}

/** Creates files both ways. Several writers want some of the slugs, and only one may get each. */
export async function shareFiles(run: Run, writer: number): Promise<void> {
  const { cluster, history, random, isOver, atEnd } = run;
  const upload = async (slug: string, content: string) => {
    if (random.below(2) === 0) return uploadDirect(cluster, `a.txt?slug=${slug}`, content);
    const body = { filename: 'a.txt', slug, size: content.length };
    const { upload_url, file_id } = await cluster.api.call(presignFileShare, { body });
    const etag = await putTo(cluster, upload_url, content);
    return cluster.api.call(commitFileShare, { body: { file_id, etag } });
  };
  for (let round = 0; !isOver(); round += 1) {
    await sleep(50);
    const slug = `file-${writer}-${round}-${crypto.randomUUID()}`;
    const rivals = random.below(4) === 0 ? 3 : 1;
    const contents = Array.from({ length: rivals }, (_, rival) =>
      makeContent(`${slug} ${rival}`, 100 + random.below(50_000)),
    );
    const outcomes = await Promise.all(
      contents.map((content) => history.attempt('file share', () => upload(slug, content))),
    );
    const winners = contents.filter((_, at) => outcomes[at] === 'done');
    if (winners.length > 1) history.violations.push(`${slug} was given ${winners.length} times`);
    const [winner] = winners;
    if (winner === undefined && rivals > 1) continue;
    const content = winner ?? contents[0] ?? '';
    const check = expectShown(run, `/api/file-view/${slug}`, content, winner !== undefined);
    if (winner !== undefined) await check();
    atEnd(check);
  }
}

/** Fills a bucket with a limit, and frees space again. */
export async function fillSmall({ cluster, history, random, isOver }: Run, writer: number) {
  for (let round = 0; !isOver(); round += 1) {
    await sleep(50);
    const path = `/small/${writer}-${random.below(8)}.txt`;
    if (random.below(3) === 0) {
      await history.attempt('delete in the small', () => davCall(cluster, 'DELETE', path));
    } else {
      const body = makeContent(`${path} ${round}`, 20_000 + random.below(130_000));
      await history.attempt('put in the small', () => davCall(cluster, 'PUT', path, { body }));
    }
  }
}
