import { setTimeout as sleep } from 'node:timers/promises';
import { type Cluster, findFakeTime, type Member } from './cluster.ts';
import type { History, Random } from './history.ts';

/** Longer than any lease. */
const PAUSE_MS = 36_000;
const SKEW_SECONDS = 45;

type Fault = (cluster: Cluster, member: Member, history: History) => Promise<void>;

/** Faults; each restores the previous state. The given member has no other fault at that time. */
const FAULTS: Readonly<Record<string, Fault>> = {
  'kill -9 of a replica': async (_, member) => member.restart(),
  async 'a clock that is 45 s off'(_, member, history) {
    const LD_PRELOAD = findFakeTime();
    if (LD_PRELOAD === undefined) return;
    const env = { LD_PRELOAD, FAKETIME: `+${SKEW_SECONDS}s`, FAKETIME_DONT_FAKE_MONOTONIC: '1' };
    await member.restart(env);
    for (let second = 0; second < 8; second += 1) {
      // Only the database tells the time, and may be slow to answer on a busy machine.
      const readiness = await member.readiness();
      if (readiness !== undefined && !/clock|database/.test(readiness)) {
        history.violations.push(`a replica whose clock is off says ${readiness}`);
      }
      await sleep(1000);
    }
    await member.restart();
  },
  async 'a restart of the database'({ postgres }) {
    await postgres.kill();
    await sleep(1000);
    await postgres.revive();
  },
  'a restart of the storage': async ({ gateway }) => gateway.restartGateway(),
  async 'connections to the database that are half-open'(_, member) {
    member.database.silence();
    await sleep(8000);
  },
  async 'requests to the storage that get no answer'({ storage }) {
    const over = Promise.withResolvers<'drop'>();
    let count = 0;
    storage.setFault(() => {
      count += 1;
      return count % 3 === 0 ? over.promise : undefined;
    });
    await sleep(5000);
    storage.setFault(undefined);
    over.resolve('drop');
  },
};

/**
 * Pauses one replica in each round, while the others meet every fault. The last round ends when the
 * time is over, or soon after.
 */
export async function makeFaults(
  { cluster, history, random }: { cluster: Cluster; history: History; random: Random },
  untilMs: number,
): Promise<void> {
  const startedAt = Date.now();
  let rounds = 0;
  await sleep(2000);
  do {
    rounds += 1;
    const [paused, ...others] = random.shuffle(cluster.members) as [Member, ...Member[]];
    const { process: child } = paused.child();
    child.kill('SIGSTOP');
    const resumed = sleep(PAUSE_MS).then(() => child.kill('SIGCONT'));
    for (const [name, fault] of random.shuffle(Object.entries(FAULTS))) {
      const before = history.acknowledged();
      await fault(cluster, random.pick(others), history);
      await sleep(1500);
      const acknowledged = history.acknowledged() - before;
      process.stdout.write(`  ${name}: ${acknowledged} writes acknowledged meanwhile\n`);
    }
    await resumed;
    // Begins a round only if there is time for it.
  } while (Date.now() + (Date.now() - startedAt) / rounds < untilMs);
  await sleep(Math.max(0, untilMs - Date.now()));
}
