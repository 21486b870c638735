import { useSyncExternalStore } from 'react';
import type { Line, LostAnswers } from './line.ts';

const SPEEDS = [
  { label: '2 MB/s', value: 2_000_000 },
  { label: '8 MB/s', value: 8_000_000 },
  { label: 'Full', value: null },
] as const;

const LOSSES: readonly { readonly label: string; readonly value: LostAnswers }[] = [
  { label: 'None', value: 'none' },
  { label: 'Every third', value: 'third' },
  { label: 'All', value: 'all' },
];

/** Controls with which the visitor makes the line worse, to see the effect on the uploads. */
export function LinePanel({ line }: { readonly line: Line }) {
  const state = useSyncExternalStore(line.subscribe, line.state);
  return (
    <section className="line card" aria-labelledby="line">
      <h2 id="line">Make it hard</h2>
      <label className="switch">
        <input
          type="checkbox"
          role="switch"
          checked={state.isCut}
          aria-checked={state.isCut}
          onChange={({ target }) => line.change({ isCut: target.checked })}
        />
        Go offline
      </label>
      <Choice
        legend="Lose answers"
        options={LOSSES}
        value={state.lostAnswers}
        onChange={(lostAnswers) => line.change({ lostAnswers })}
      />
      <Choice
        legend="Speed"
        options={SPEEDS}
        value={state.bytesPerSecond}
        onChange={(bytesPerSecond) => line.change({ bytesPerSecond })}
      />
      <p className="hint">
        A lost answer never comes back, though the part was stored.
        {state.lostCount > 0 && ` Lost so far: ${state.lostCount}.`}
      </p>
    </section>
  );
}

function Choice<Value>({
  legend,
  options,
  value,
  onChange,
}: {
  readonly legend: string;
  readonly options: readonly { readonly label: string; readonly value: Value }[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}) {
  return (
    <fieldset>
      <legend>{legend}</legend>
      <div className="choice">
        {options.map((option) => (
          <label key={option.label}>
            <input
              type="radio"
              className="unseen"
              name={legend}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
