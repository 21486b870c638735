// This package's upload engine compared to Uppy, tus, AWS lib-storage and one plain PUT: latency, small
// files, cuts, memory.
import { join } from 'node:path';
import { createCuttingLink } from './cutting-link.ts';
import type { Contender } from './upload-contenders.ts';
import { type MemoryPeak, watchMemory } from './upload-memory.ts';
import { printResults, runRounds, runSections } from './upload-rounds.ts';
import { startUploadScene, writeFiles } from './upload-scene.ts';

const ROUNDS = Number(process.env.ROUNDS ?? 3);
const LATENCY_MS = 50;
const MEBIBYTE = 1024 ** 2;
const LARGE_BYTES = 200 * MEBIBYTE;
const MEDIUM_BYTES = 40 * MEBIBYTE;
const SMALL_FILES = 1000;
const SMALL_BYTES = 100 * 1024;
const CUT_EVERY_MS = 3000;

/** Contenders with their default options. */
const OTHERS = ['uppySigned', 'uppySigning', 'libStorage', 'tus', 'whole'] as const;

const scene = await startUploadScene();
const large = await writeFiles(scene.directory, 1, LARGE_BYTES);
const medium = await writeFiles(join(scene.directory, 'medium'), 1, MEDIUM_BYTES);
const small = await writeFiles(scene.directory, SMALL_FILES, SMALL_BYTES);
const far = await scene.behind(LATENCY_MS);

const sections: Readonly<Record<string, () => Promise<void>>> = {
  async latency() {
    const names = ['ours', 'oursOnePart', 'oursFourParts', ...OTHERS] as const;
    const results = await runRounds(names, ROUNDS, async (name) => {
      const outcome = await scene.upload(name, large, far);
      return { ...outcome, figures: { 'MiB/s': rateOf(outcome.elapsedMs) } };
    });
    printResults(`One file of 200 MiB, ${LATENCY_MS} ms of latency`, results);
  },

  async 'small-files'() {
    const results = await runRounds(['ours', ...OTHERS], ROUNDS, async (name) => {
      const outcome = await scene.upload(name, small, far);
      return { ...outcome, figures: { 'files/s': (SMALL_FILES * 1000) / outcome.elapsedMs } };
    });
    printResults(`${SMALL_FILES} files of 100 KiB, ${LATENCY_MS} ms of latency`, results);
  },

  async cuts() {
    const results = await runRounds(['ours', ...OTHERS], ROUNDS, (name) =>
      uploadOverCuttingLink(name, large, 15),
    );
    printResults('200 MiB at 15 MiB/s, all connections cut every 3 s', results);
  },

  /** Three concurrent parts take longer here than any connection lives; one part does not. */
  async 'slow-cuts'() {
    const results = await runRounds(['ours', 'oursOnePart', ...OTHERS], ROUNDS, (name) =>
      uploadOverCuttingLink(name, medium, 3),
    );
    printResults('40 MiB at 3 MiB/s, all connections cut every 3 s', results);
  },

  async memory() {
    const results = await runRounds(['ours', ...OTHERS], ROUNDS, async (name) => {
      const peak: MemoryPeak = { heapMebibytes: 0, tabMebibytes: 0, browserMebibytes: 0 };
      const outcome = await scene.upload(name, large, far, (tab) => watchMemory(scene, tab, peak));
      const { heapMebibytes, tabMebibytes, browserMebibytes } = peak;
      const figures = { heap: heapMebibytes, tab: tabMebibytes, browser: browserMebibytes };
      return { ...outcome, figures };
    });
    printResults('Peaks of memory in MiB, during 200 MiB', results);
  },

  async loopback() {
    const results = await runRounds(
      ['ours', 'oursSmallParts', 'bareParts', 'whole'],
      3 * ROUNDS,
      async (name) => {
        const outcome = await scene.upload(name, large, scene.near);
        return { ...outcome, figures: { 'MiB/s': rateOf(outcome.elapsedMs) } };
      },
    );
    printResults('One file of 200 MiB on loopback, and one PUT of it (goal 0.95)', results);
  },
};

async function uploadOverCuttingLink(
  name: Contender,
  paths: readonly string[],
  mebibytesPerSecond: number,
) {
  const link = createCuttingLink(mebibytesPerSecond * MEBIBYTE, CUT_EVERY_MS);
  const { page, store, tus } = scene.near;
  const addresses = {
    page: await link.reach(page),
    store: await link.reach(store),
    tus: await link.reach(tus),
  };
  const outcome = await scene.upload(name, paths, addresses);
  const figures = { 'MiB sent': link.sentBytes() / MEBIBYTE };
  link.stop();
  return { ...outcome, figures };
}

function rateOf(elapsedMs: number): number {
  return (LARGE_BYTES / MEBIBYTE) * (1000 / elapsedMs);
}

try {
  await runSections(sections);
} finally {
  await scene.stop();
}
