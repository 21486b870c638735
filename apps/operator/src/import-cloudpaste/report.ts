const KINDS = ['settings', 'storages', 'mounts', 'keys', 'texts', 'files'] as const;

export type Kind = (typeof KINDS)[number];

/** Counts of imported and existing items, and notes for the operator. */
export interface ImportReport {
  imported(kind: Kind): void;
  known(kind: Kind): void;
  /** Adds a note about an item that could not be imported, or not unchanged. */
  problem(kind: Kind, sentence: string): void;
  lines(): string[];
}

export function createReport(): ImportReport {
  const counts = new Map(
    KINDS.map((kind) => [kind, { imported: 0, known: 0, problems: [] as string[] }]),
  );
  const of = (kind: Kind) => counts.get(kind) ?? { imported: 0, known: 0, problems: [] };
  return {
    imported(kind) {
      of(kind).imported += 1;
    },
    known(kind) {
      of(kind).known += 1;
    },
    problem(kind, sentence) {
      of(kind).problems.push(sentence);
    },
    lines: () =>
      KINDS.flatMap((kind) => {
        const { imported, known, problems } = of(kind);
        const was = known > 0 ? `, ${known} were here already` : '';
        return [
          `${kind}: ${imported} imported${was}`,
          ...problems.map((problem) => `  ${problem}`),
        ];
      }),
  };
}
