import { statfs } from 'node:fs/promises';
import type { ReadinessProblem } from '@satchel/api-client/errors';
import type { Clock } from '#clock';
import { within } from '#concurrency/within.ts';
import type { StorageConfigService } from '#features/storage-configs/service.ts';
import { explainStorageError } from '#object-store/diagnosis/storage-failure.ts';

/** Timeout in milliseconds; load balancers give up after about as long. */
const TIMEOUT_MS = 5000;
const MEMORY_MS = 5000;
/** A replica whose clock is off more than this says the wrong time about expiry and in its signatures. */
const MOST_SKEW_MS = 5000;
/** Less than this is as good as nothing: SQLite's log alone takes some. */
const LEAST_FREE_BYTES = 32 * 1024 ** 2;
/** Limit for small disks, as a share of their size. */
const LEAST_FREE_SHARE = 0.05;

export type Readiness = ReturnType<typeof createReadiness>;

export interface ReadinessDependencies {
  /** Fails where the database does not answer or takes no writes; tells its time where it has its own. */
  readonly checkDatabase: () => Promise<Date | undefined>;
  readonly storageConfigs: Pick<StorageConfigService, 'probeDefault'>;
  readonly dataDirectory: string;
  readonly clock: Clock;
  /** Hears what each problem came of: whoever asks from outside is not told. */
  readonly onProblem: (error: unknown) => void;
}

/** Whether this process can work, for whoever spreads requests over several. */
export function createReadiness(dependencies: ReadinessDependencies) {
  const { clock } = dependencies;
  let isDraining = false;
  let last:
    | { readonly answer: Promise<readonly ReadinessProblem[]>; readonly at: number }
    | undefined;
  return {
    /**
     * Tries database, default storage, clock and disk, at most once in 5 s; nothing where all is well.
     * That the server is stopping is known at once, and then nothing else matters.
     */
    async findProblems(): Promise<readonly ReadinessProblem[]> {
      if (isDraining) return ['draining'];
      const now = clock.now().getTime();
      // Kept whatever it is, and shared while it runs: anybody may ask, as often as they like.
      if (!last || Math.abs(now - last.at) >= MEMORY_MS) {
        last = { answer: tryEverything(dependencies), at: now };
      }
      return last.answer;
    },
    /** From here on it is not ready; there is no way back. */
    drain() {
      isDraining = true;
    },
    isDraining: () => isDraining,
  };
}

async function tryEverything(
  dependencies: ReadinessDependencies,
): Promise<readonly ReadinessProblem[]> {
  const [database, disk] = await Promise.all([tryDatabase(dependencies), tryDisk(dependencies)]);
  // Which storage is meant only the database knows.
  const storage = database === 'database' ? undefined : await tryStorage(dependencies);
  const found = [database, storage, disk];
  return [...new Set(found.filter((problem) => problem !== undefined))];
}

type Check = (dependencies: ReadinessDependencies) => Promise<ReadinessProblem | undefined>;

const tryDatabase: Check = async ({ checkDatabase, onProblem }) => {
  try {
    // The machine's clock and not the injected one, as claims are compared. That the answer took a
    // while is no skew.
    const before = Date.now();
    const time = (await within(TIMEOUT_MS, checkDatabase()))?.getTime() ?? before;
    const skewMs = Math.max(before - time, time - Date.now());
    if (skewMs <= MOST_SKEW_MS) return undefined;
    onProblem(new Error(`the clock is ${Math.round(skewMs / 1000)} s off the database's`));
    return 'clock';
  } catch (error) {
    onProblem(error);
    return 'database';
  }
};

const tryStorage: Check = async ({ storageConfigs, onProblem }) => {
  try {
    const limit = AbortSignal.timeout(TIMEOUT_MS);
    await within(TIMEOUT_MS, storageConfigs.probeDefault(limit));
    return undefined;
  } catch (error) {
    onProblem(error);
    const { problem } = explainStorageError(error);
    // Another replica would find the same, and the administration has to be reachable to mend it.
    if (problem === 'no_bucket') return undefined;
    return problem === 'clock' ? 'clock' : 'storage';
  }
};

const tryDisk: Check = async ({ dataDirectory, onProblem }) => {
  const { bavail, blocks, bsize } = await statfs(dataDirectory);
  const least = Math.min(LEAST_FREE_BYTES, blocks * bsize * LEAST_FREE_SHARE);
  if (bavail * bsize >= least) return undefined;
  onProblem(new Error(`the disk of the data folder has ${bavail * bsize} bytes left`));
  return 'disk_full';
};
