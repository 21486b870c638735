import { Radio } from '@base-ui/react/radio';
import { RadioGroup as Primitive } from '@base-ui/react/radio-group';
import clsx from 'clsx';
import { type ReactNode, useId } from 'react';

export interface RadioOption<Value extends string> {
  value: Value;
  label: string;
  hint?: ReactNode;
  isDisabled?: boolean;
}

export interface RadioGroupProps<Value extends string> {
  label: string;
  isLabelHidden?: boolean;
  /** Undefined while none is chosen. */
  value: Value | undefined;
  onChange: (value: Value) => void;
  options: readonly RadioOption<Value>[];
  /** `cards` for choices with a sentence, `list` for choices with a word. */
  look?: 'list' | 'cards';
  className?: string;
}

const OPTION_CLASS = {
  list: 'touch-target items-start gap-2 py-0.5',
  cards:
    'items-start gap-3 rounded-lg border border-line bg-raised p-3 transition-colors hover:border-line-strong ' +
    'has-data-checked:border-accent has-data-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
} as const;

/** Radio buttons with one tab stop; arrow keys move and choose. */
export function RadioGroup<Value extends string>({
  label,
  isLabelHidden = false,
  value,
  onChange,
  options,
  look = 'list',
  className,
}: RadioGroupProps<Value>) {
  const id = useId();
  return (
    <div className={clsx('flex min-w-0 flex-col gap-1.5', className)}>
      <span id={id} className={clsx('text-label text-ink', isLabelHidden && 'sr-only')}>
        {label}
      </span>
      <Primitive<Value | ''>
        aria-labelledby={id}
        value={value ?? ''}
        onValueChange={(next) => next !== '' && onChange(next)}
        className={
          look === 'cards'
            ? 'grid grid-cols-[repeat(auto-fit,minmax(min(100%,13rem),1fr))] gap-2'
            : 'flex flex-wrap gap-x-5 gap-y-1'
        }
      >
        {options.map((option) => (
          <Option key={option.value} {...{ id, option, look }} />
        ))}
      </Primitive>
    </div>
  );
}

interface RadioCardsProps<Value extends string>
  extends Pick<RadioGroupProps<Value>, 'label' | 'value' | 'onChange'> {
  values: readonly Value[];
  /** Returns the name of a value and the sentence below it. */
  textsOf: (value: Value) => readonly [name: string, hint: string];
}

/** Radio buttons as cards, each with a sentence. */
export function RadioCards<Value extends string>({
  values,
  textsOf,
  ...props
}: RadioCardsProps<Value>) {
  const options = values.map((value) => {
    const [label, hint] = textsOf(value);
    return { value, label, hint };
  });
  return <RadioGroup look="cards" options={options} {...props} />;
}

interface OptionProps {
  id: string;
  option: RadioOption<string>;
  look: 'list' | 'cards';
}

function Option({ id, option, look }: OptionProps) {
  const hintId = `${id}-${option.value}-hint`;
  const labelId = `${id}-${option.value}`;
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the radio is in it, as Base UI's element
    <label
      className={clsx(
        'flex cursor-pointer text-sm text-ink has-data-disabled:cursor-not-allowed has-data-disabled:opacity-55',
        OPTION_CLASS[look],
      )}
    >
      <Radio.Root
        value={option.value}
        disabled={option.isDisabled ?? false}
        aria-labelledby={labelId}
        aria-describedby={option.hint ? hintId : undefined}
        className={clsx(
          'mt-0.5 inline-flex size-4 shrink-0 items-center justify-center rounded-full border border-line-strong bg-raised data-checked:border-accent data-checked:bg-accent',
          look === 'cards' && 'outline-none',
        )}
      >
        <Radio.Indicator className="size-1.5 rounded-full bg-on-accent" />
      </Radio.Root>
      <span className="min-w-0 flex-1">
        <span id={labelId} className={clsx(look === 'cards' && 'font-medium')}>
          {option.label}
        </span>
        {option.hint && (
          <span id={hintId} className="mt-0.5 block text-caption text-ink-muted">
            {option.hint}
          </span>
        )}
      </span>
    </label>
  );
}
