/** SPEC 3: the units in which the largest upload may be given. */
export const SIZE_UNITS = ['KB', 'MB', 'GB'] as const;

export type SizeUnit = (typeof SIZE_UNITS)[number];

const MEGABYTES: Record<SizeUnit, number> = { KB: 1 / 1024, MB: 1, GB: 1024 };

/**
 * The stored number of whole megabytes (CONTRACT F11), at least one.
 *
 * @returns undefined where the text is no positive number
 */
export function toMegabytes(text: string, unit: SizeUnit): number | undefined {
  const amount = Number(text.trim());
  if (text.trim() === '' || !Number.isFinite(amount) || amount <= 0) return undefined;
  return Math.max(1, Math.round(amount * MEGABYTES[unit]));
}

/** Whole gigabytes are shown as such. */
export function fromMegabytes(megabytes: number): { amount: string; unit: SizeUnit } {
  return megabytes >= 1024 && megabytes % 1024 === 0
    ? { amount: String(megabytes / 1024), unit: 'GB' }
    : { amount: String(megabytes), unit: 'MB' };
}
