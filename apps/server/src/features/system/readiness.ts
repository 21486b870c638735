import type { ReadinessProblem } from '@satchel/api-client/errors';
import { readDiskSpace } from '@satchel/local-s3/disk-space';
import type { Clock } from '#clock';
import { within } from '#concurrency/within.ts';
import type { StorageConfigService } from '#features/storage-configs/service.ts';
import { explainStorageError } from '#object-store/diagnosis/storage-failure.ts';

/** Timeout in milliseconds; load balancers give up after about as long. */
const TIMEOUT_MS = 5000;
const MEMORY_MS = 5000;
/** Maximum clock deviation. Beyond it, expiry times and signatures of this replica are wrong. */
const MOST_SKEW_MS = 5000;

export type Readiness = ReturnType<typeof createReadiness>;

export interface ReadinessDependencies {
  /**
   * Throws if the database does not answer or accept writes; returns its time if it has a clock of its
   * own.
   */
  readonly checkDatabase: () => Promise<Date | undefined>;
  readonly storageConfigs: Pick<StorageConfigService, 'probeDefault'>;
  readonly dataDirectory: string;
  readonly clock: Clock;
  /** Receives the cause of each problem, because outside callers get only its name. */
  readonly onProblem: (error: unknown) => void;
}

/** Tells load balancers whether this process can work. */
export function createReadiness(dependencies: ReadinessDependencies) {
  const { clock } = dependencies;
  let isDraining = false;
  let last:
    | { readonly answer: Promise<readonly ReadinessProblem[]>; readonly at: number }
    | undefined;
  return {
    /**
     * Checks database, default storage, clock and disk, at most once per 5 s; returns an empty list if
     * all is well. A server that is stopping reports that immediately and checks nothing else.
     */
    async findProblems(): Promise<readonly ReadinessProblem[]> {
      if (isDraining) return ['draining'];
      const now = clock.now().getTime();
      // Caches the answer, even a bad one, and shares a running check, because anonymous callers may
      // ask often.
      if (!last || Math.abs(now - last.at) >= MEMORY_MS) {
        last = { answer: tryEverything(dependencies), at: now };
      }
      return last.answer;
    },
    /** Reports the server as stopping from now on, permanently. */
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
  // The database knows which storage is the default.
  const storage = database === 'database' ? undefined : await tryStorage(dependencies);
  const found = [database, storage, disk];
  return [...new Set(found.filter((problem) => problem !== undefined))];
}

type Check = (dependencies: ReadinessDependencies) => Promise<ReadinessProblem | undefined>;

const tryDatabase: Check = async ({ checkDatabase, onProblem }) => {
  try {
    // Uses the machine's clock, not the injected one, like claims do. Ignores the duration of the query.
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
    // Another replica would find the same, and administrators must be able to reach the server to fix it.
    if (problem === 'no_bucket') return undefined;
    return problem === 'clock' ? 'clock' : 'storage';
  }
};

const tryDisk: Check = async ({ dataDirectory, onProblem }) => {
  const { freeBytes, isFull } = await readDiskSpace(dataDirectory);
  if (!isFull) return undefined;
  onProblem(new Error(`the disk of the data folder has ${freeBytes} bytes left`));
  return 'disk_full';
};
