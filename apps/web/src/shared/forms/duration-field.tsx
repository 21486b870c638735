import { useTranslation } from 'react-i18next';
import { AmountField, type AmountFieldProps } from './amount-field.tsx';
import { DURATION_UNITS, type DurationUnit, fromSeconds, toSeconds } from './duration.ts';

/** Seconds; null for an empty field, undefined while the typed text is invalid. */
type Seconds = number | null | undefined;

type DurationFieldProps = Pick<
  AmountFieldProps<DurationUnit, Seconds>,
  'label' | 'hint' | 'placeholder' | 'error' | 'value' | 'onChange'
>;

/** Input for a duration with its unit; the value is in seconds. */
export function DurationField(props: DurationFieldProps) {
  const { t } = useTranslation('panel');
  return (
    <AmountField
      {...props}
      unitLabel={t('duration.unit', { label: props.label })}
      units={DURATION_UNITS.map((value) => ({ value, label: t(`duration.${value}`) }))}
      parse={({ amount, unit }) => toSeconds(amount, unit)}
      format={(seconds) => fromSeconds(seconds ?? null)}
    />
  );
}
