import { median } from './median.ts';
import type { Contender } from './upload-contenders.ts';
import type { Outcome } from './upload-engine-page.ts';

/** Outcomes of each contender, one per round; a failed round has none. */
export type Results = ReadonlyMap<Contender, readonly (Outcome & Measured)[]>;

export interface Measured {
  /** Further figures of a section, in addition to the time. */
  readonly figures: Readonly<Record<string, number>>;
}

/** Runs all contenders in turns. Each round starts with another one, because the speed of machines varies. */
export async function runRounds(
  names: readonly Contender[],
  rounds: number,
  run: (name: Contender) => Promise<Outcome & Measured>,
): Promise<Results> {
  const results = new Map(names.map((name) => [name, [] as (Outcome & Measured)[]]));
  for (let round = 0; round < rounds; round += 1) {
    const first = round % names.length;
    for (const name of [...names.slice(first), ...names.slice(0, first)]) {
      results.get(name)?.push(await run(name));
    }
  }
  return results;
}

/** Prints one row per contender: medians of all rounds, the slowest round, and how much faster the first contender is. */
export function printResults(title: string, results: Results): void {
  const [ours = []] = results.values();
  const rows = [...results].map(([name, outcomes]) => {
    const figures = Object.keys(outcomes[0]?.figures ?? {}).map((figure) => [
      figure,
      round(median(outcomes.map((outcome) => outcome.figures[figure] ?? 0))),
    ]);
    const succeeded = outcomes.filter(({ failure }) => failure === null);
    const ratios = outcomes.flatMap(({ elapsedMs, failure }, index) => {
      const own = ours[index];
      return failure === null && own?.failure === null ? [elapsedMs / own.elapsedMs] : [];
    });
    const failures = new Set(outcomes.flatMap(({ failure }) => failure ?? []));
    const row = {
      completed: `${succeeded.length} of ${outcomes.length}`,
      seconds: round(median(outcomes.map(({ elapsedMs }) => elapsedMs / 1000))),
      // The 99th percentile of so few rounds is the slowest one.
      'p99 s': round(Math.max(...outcomes.map(({ elapsedMs }) => elapsedMs / 1000))),
      'its time / ours': round(median(ratios)),
      'from to':
        ratios.length > 0 ? `${round(Math.min(...ratios))} ${round(Math.max(...ratios))}` : '',
      ...Object.fromEntries(figures),
      ...(failures.size > 0 && { failure: [...failures].join('; ').slice(0, 80) }),
    };
    return [name, row] as const;
  });
  console.info(`\n${title}`);
  console.table(Object.fromEntries(rows));
}

/** Runs the sections that the command line names, or all of them. */
export async function runSections(
  sections: Readonly<Record<string, () => Promise<void>>>,
): Promise<void> {
  const wanted = process.argv.slice(2);
  for (const [name, run] of Object.entries(sections)) {
    if (wanted.length === 0 || wanted.includes(name)) await run();
  }
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
