// Uploads from Chromium as most people make them: through nginx or Caddy with TLS, over HTTP/1.1, HTTP/2 and,
// with Caddy, HTTP/3.
// `npm run bench proxied latency` runs one section; ROUNDS, MEBIBYTES, KINDS and NAMES change what is sent, and
// STORE=radosgw sends it to Ceph.
import type { Line } from './start-line.ts';
import type { ProxyKind } from './tls-proxy.ts';
import type { Contender } from './upload-contenders.ts';
import { printResults, runRounds, runSections } from './upload-rounds.ts';
import { startUploadScene, writeFiles } from './upload-scene.ts';

const ROUNDS = Number(process.env.ROUNDS ?? 5);
const SIZE_MEBIBYTES = Number(process.env.MEBIBYTES ?? 200);
const MEBIBYTE = 1024 ** 2;
const SMALL_FILES = 1000;
const SMALL_BYTES = 100 * 1024;
const ALL: readonly ProxyKind[] = [
  'nginx HTTP/1.1',
  'nginx HTTP/2',
  'nginx as it comes HTTP/2',
  'caddy HTTP/1.1',
  'caddy HTTP/2',
  'caddy HTTP/3',
];
/** `KINDS=HTTP/1.1,caddy HTTP/2` has those that end so. */
const ENDINGS = (process.env.KINDS ?? '').split(',');
const KINDS = ALL.filter((kind) => ENDINGS.some((ending) => kind.endsWith(ending)));
/** `NAMES=ours,whole` has these contenders. */
const WANTED = process.env.NAMES?.split(',');

const scene = await startUploadScene();

/** One file through each proxy, by each contender in turns. */
async function sendLarge(
  words: string,
  line: Line,
  mebibytes: number,
  all: readonly Contender[],
): Promise<void> {
  const files = await writeFiles(scene.directory, 1, mebibytes * MEBIBYTE);
  for (const kind of KINDS) {
    const addresses = await scene.through(kind, line);
    // With HTTP/3 the browser uses it for all addresses, so that none has a connection of its own.
    const names = all.filter(
      (name) => (WANTED?.includes(name) ?? true) && !(name === 'oursBeside' && kind.endsWith('/3')),
    );
    const results = await runRounds(names, ROUNDS, async (name) => {
      const target = name === 'oursBeside' ? addresses.besides : addresses;
      const outcome = await scene.upload(name, files, target);
      return { ...outcome, figures: { 'MiB/s': (mebibytes * 1000) / outcome.elapsedMs } };
    });
    printResults(`${mebibytes} MiB through ${kind}, ${words}`, results);
  }
}

const LARGE = ['ours', 'oursBeside', 'oursSmallParts', 'uppySigned', 'tus', 'whole'] as const;
const sections: Readonly<Record<string, () => Promise<void>>> = {
  near: () => sendLarge('no latency', {}, SIZE_MEBIBYTES, LARGE),
  latency: () => sendLarge('40 ms', { latencyMs: 40 }, SIZE_MEBIBYTES, LARGE),
  gigabyte: () => sendLarge('20 ms', { latencyMs: 20 }, 1024, ['ours', 'oursBeside', 'whole']),
  loss: () =>
    sendLarge('100 ms, 1 % lost', { latencyMs: 100, loss: 0.01 }, 20, [
      'ours',
      'oursBeside',
      'tus',
      'whole',
    ]),
  slow: () => sendLarge('20 ms, 20 Mbit/s', { latencyMs: 20, bytesPerSecond: 2.5e6 }, 20, LARGE),
  async 'small-files'() {
    const small = await writeFiles(scene.directory, SMALL_FILES, SMALL_BYTES);
    for (const kind of KINDS) {
      const addresses = await scene.through(kind, { latencyMs: 50 });
      const results = await runRounds(
        ['ours', 'uppySigned', 'uppySigning', 'libStorage', 'tus', 'whole'],
        ROUNDS,
        async (name) => {
          const outcome = await scene.upload(name, small, addresses);
          return { ...outcome, figures: { 'files/s': (SMALL_FILES * 1000) / outcome.elapsedMs } };
        },
      );
      printResults(`${SMALL_FILES} files of 100 KiB through ${kind}, 50 ms`, results);
    }
  },
};

try {
  await runSections(sections);
} finally {
  await scene.stop();
}
