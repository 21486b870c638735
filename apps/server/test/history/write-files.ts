import { setTimeout as sleep } from 'node:timers/promises';
import { listDirectory, renameEntry, updateEntry } from '@satchel/api-client/contract/file-system';
import { type Cluster, FOLDERS } from './cluster.ts';
import {
  createRegister,
  type History,
  isWhole,
  makeContent,
  type Random,
  shorten,
} from './history.ts';
import { davCall, openFile, STORES } from './store-files.ts';

/** Dependencies of every writer of a run. */
export interface Run {
  readonly cluster: Cluster;
  readonly history: History;
  readonly random: Random;
  readonly isOver: () => boolean;
  /** Registers a check that runs when all faults are over. */
  readonly atEnd: (check: () => Promise<void>) => void;
}

const MULTIPART_BYTES = 6 * 1024 * 1024;
/** Longer than the time for which a name stays locked after its writer has died. */
const LOCKED_MS = 60_000;

const registerOf = ({ cluster, history, atEnd }: Run, path: string) => {
  const read = async () => (await openFile(cluster, path))?.content;
  const register = createRegister(history, path, read);
  atEnd(() => register.check('at the end'));
  return register;
};

/** Replaces files in every possible way, removes and copies them. */
export async function replaceFiles(run: Run, writer: number): Promise<void> {
  const { cluster, random, isOver } = run;
  const registers = [0, 1, 2].map((at) => registerOf(run, `/m/replaced/${writer}-${at}.txt`));
  const ways = ['put', 'put', 'put', 'update', 'form', 'presign', 'presign'] as const;
  for (let round = 0; !isOver(); round += 1) {
    const register = random.pick(registers);
    const { path } = register;
    const way = random.below(40) === 0 ? 'parts' : random.pick(ways);
    const size = way === 'parts' ? MULTIPART_BYTES : 100 + random.below(60_000);
    const content = makeContent(`${path} ${round} by ${way}`, size);
    if (random.below(8) === 0) {
      await register.write('delete', undefined, () => davCall(cluster, 'DELETE', path));
    } else {
      await register.write(way, content, () => STORES[way](cluster, path, content));
    }
    await register.check('after a write');
    await sleep(20);
  }
}

/** Creates, changes and removes files on condition that they are as last read. */
export async function editFiles(run: Run, writer: number): Promise<void> {
  const { cluster, random, isOver } = run;
  const register = registerOf(run, `/m/edited/${writer}.txt`);
  const { path } = register;
  for (let round = 0; !isOver(); round += 1) {
    await sleep(20);
    const seen = await run.history.read(() => openFile(cluster, path));
    if (!seen) continue;
    const content = makeContent(`${path} ${round}`, 100 + random.below(20_000));
    const etag = seen.value?.etag;
    const headers: Record<string, string> = etag ? { 'if-match': etag } : { 'if-none-match': '*' };
    if (etag && random.below(6) === 0) {
      const remove = () => davCall(cluster, 'DELETE', path, { headers });
      await register.write('delete if', undefined, remove, true);
    } else if (random.below(2) === 0) {
      const put = () => davCall(cluster, 'PUT', path, { headers, body: content });
      await register.write('put if', content, put, true);
    } else {
      const condition = etag ? { if_match: etag } : { if_none_match: '*' as const };
      const body = { path, content, ...condition };
      const update = () => cluster.api.call(updateEntry, { body });
      await register.write('update if', content, update, true);
    }
    await register.check('after an edit');
  }
}

const rename = (cluster: Cluster, oldPath: string, newPath: string) =>
  cluster.api.call(renameEntry, { body: { oldPath, newPath } });
const move = (cluster: Cluster, from: string, to: string) =>
  davCall(cluster, 'MOVE', from, { headers: { destination: `/dav${to}`, overwrite: 'F' } });
const copy = (cluster: Cluster, from: string, to: string) =>
  davCall(cluster, 'COPY', from, { headers: { destination: `/dav${to}`, overwrite: 'F' } });

/** Renames files, and creates others under the names that have become free. */
export async function moveFiles(run: Run, writer: number): Promise<void> {
  const { cluster, history, random, isOver, atEnd } = run;
  const contentOf = async (path: string) => (await openFile(cluster, path))?.content;
  for (let round = 0; !isOver(); round += 1) {
    await sleep(20);
    const [from, to] = ['a', 'b'].map((name) => `/m/moved/${writer}-${round}-${name}.txt`) as [
      string,
      string,
    ];
    const [old, next] = [makeContent(`${from} old`, 5000), makeContent(`${from} new`, 7000)];
    const made = await history.attempt('put', () => STORES.put(cluster, from, old));
    if (made !== 'done') continue;
    const way = random.pick([rename, move]);
    const isMoved = (await history.attempt(way.name, () => way(cluster, from, to))) === 'done';
    const isReplaced = await untilWritten(run, () => STORES.put(cluster, from, next));
    /** Allowed contents of both names. */
    const allowed: (readonly (string | undefined)[])[] = [[next, old]];
    // A move without an answer may have happened, or may happen after the other name was written.
    if (!isMoved) allowed.push([next, undefined], [undefined, next], [next, next]);
    if (!isReplaced) allowed.push([undefined, old]);
    // The storage may fail to delete the old name. The move is answered with `partly_done` then.
    if (!isMoved && !isReplaced) allowed.push([old, undefined], [old, old]);
    const check = async () => {
      const found = await history.read(async () => [await contentOf(from), await contentOf(to)]);
      if (!found) return;
      if (allowed.some((pair) => pair.every((each, at) => each === found.value[at]))) return;
      const shown = found.value.map(shorten).join(' and ');
      const told = `${way.name} ${isMoved}, then put ${isReplaced}`;
      history.violations.push(`${told}: ${from} and ${to} are ${shown}`);
    };
    if (isMoved && isReplaced) await check();
    atEnd(check);
  }
}

/** Repeats a write while its name is locked by a caller that may be dead. */
async function untilWritten({ history, isOver }: Run, send: () => Promise<unknown>) {
  for (const startedAt = Date.now(); Date.now() < startedAt + LOCKED_MS && !isOver(); ) {
    if ((await history.attempt('put of a free name', send)) === 'done') return true;
    await sleep(500);
  }
  return false;
}

/** Creates and fills folders, and moves or copies them as a whole. */
export async function moveFolders(run: Run, writer: number): Promise<void> {
  const { cluster, history, random, isOver, atEnd } = run;
  for (let round = 0; !isOver(); round += 1) {
    await sleep(50);
    const [from, to] = ['a', 'b'].map((name) => `/m/folders/${writer}-${round}-${name}`) as [
      string,
      string,
    ];
    const names = ['x', 'y', 'z'];
    const contentOf = (name: string) => makeContent(`${from} ${name}`, 3000);
    const made = await history.attempt('mkcol', () => davCall(cluster, 'MKCOL', from));
    if (made !== 'done') continue;
    const filled: string[] = [];
    for (const name of names) {
      const put = () => STORES.put(cluster, `${from}/${name}`, contentOf(name));
      if ((await history.attempt('put', put)) === 'done') filled.push(name);
    }
    const ways = { rename, move, copy };
    const way = random.pick(['rename', 'move', 'copy'] as const);
    const [source, target] = way === 'rename' ? [`${from}/`, `${to}/`] : [from, to];
    const isDone =
      (await history.attempt(`${way} a folder`, () => ways[way](cluster, source, target))) ===
      'done';
    const check = async () => {
      for (const name of filled) {
        const read = async (folder: string) =>
          (await openFile(cluster, `${folder}/${name}`))?.content;
        const found = await history.read(async () => [await read(from), await read(to)]);
        if (!found) return;
        const [before, after] = found.value.map((content) => content === contentOf(name));
        const isRight = isDone ? after && before === (way === 'copy') : before || after;
        if (isRight) continue;
        const shown = found.value.map(shorten).join(' and ');
        history.violations.push(`${way} ${isDone}: ${name} of ${from} and ${to} is ${shown}`);
      }
    };
    if (isDone) await check();
    atEnd(check);
  }
}

/** Reads the files of listings: each must be complete, even if it is being written. */
export async function readListed({ cluster, history, random, isOver }: Run): Promise<void> {
  while (!isOver()) {
    await sleep(50);
    const path = `/m/${random.pick(FOLDERS)}/`;
    const listing = await history.read(() => cluster.api.call(listDirectory, { query: { path } }));
    const files = listing?.value.items.filter(({ isDirectory }) => !isDirectory) ?? [];
    if (files.length === 0) continue;
    const file = random.pick(files);
    const found = await history.read(() => openFile(cluster, file.path));
    const content = found?.value?.content;
    if (content !== undefined && !isWhole(content)) {
      history.violations.push(`a reader of ${file.path} got ${shorten(content)}`);
    }
  }
}
