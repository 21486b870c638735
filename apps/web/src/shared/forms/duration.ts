/** Units of a duration, in seconds. */
export const SECONDS_PER = { seconds: 1, minutes: 60, hours: 3_600, days: 86_400 } as const;

export type DurationUnit = keyof typeof SECONDS_PER;

export const DURATION_UNITS = Object.keys(SECONDS_PER) as DurationUnit[];

/**
 * Converts a typed duration to whole seconds.
 *
 * @returns null if the text is empty, undefined if it is not a number or not a whole second
 */
export function toSeconds(text: string, unit: DurationUnit): number | null | undefined {
  if (text.trim() === '') return null;
  const seconds = Number(text.trim()) * SECONDS_PER[unit];
  return Number.isSafeInteger(seconds) && seconds >= 0 ? seconds : undefined;
}

/** Converts seconds to the largest unit in which they are a whole number. */
export function fromSeconds(seconds: number | null): { amount: string; unit: DurationUnit } {
  if (seconds === null) return { amount: '', unit: 'seconds' };
  const unit = DURATION_UNITS.findLast(
    (candidate) => seconds > 0 && seconds % SECONDS_PER[candidate] === 0,
  );
  return { amount: String(seconds / SECONDS_PER[unit ?? 'seconds']), unit: unit ?? 'seconds' };
}
