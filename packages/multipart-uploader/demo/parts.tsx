import type { PartState } from '@satchel/multipart-uploader';

/** One cell for each part. */
export function Parts({
  name,
  states,
}: {
  readonly name: string;
  readonly states: readonly PartState[];
}) {
  const stored = states.filter((state) => state === 'completed').length;
  return (
    <div
      className="parts"
      role="progressbar"
      aria-label={`Parts of ${name}`}
      aria-valuemin={0}
      aria-valuemax={states.length}
      aria-valuenow={stored}
      aria-valuetext={sayParts(states)}
    >
      {states.map((state, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts are numbered and never change places
        <span key={index} className="part" data-state={state} />
      ))}
    </div>
  );
}

export function sayParts(states: readonly PartState[]): string {
  const stored = states.filter((state) => state === 'completed').length;
  return `${stored} of ${states.length} ${states.length === 1 ? 'part' : 'parts'} stored`;
}
