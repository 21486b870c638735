/** Units of the upload limit. */
export const SIZE_UNITS = ['KB', 'MB', 'GB'] as const;

export type SizeUnit = (typeof SIZE_UNITS)[number];

const MEGABYTES: Record<SizeUnit, number> = { KB: 1 / 1024, MB: 1, GB: 1024 };

/**
 * Converts a typed size to the whole megabytes to store, at least 1 (CONTRACT F11).
 *
 * @returns undefined if the text is not a positive number
 */
export function toMegabytes(text: string, unit: SizeUnit): number | undefined {
  const amount = Number(text.trim());
  if (text.trim() === '' || !Number.isFinite(amount) || amount <= 0) return undefined;
  return Math.max(1, Math.round(amount * MEGABYTES[unit]));
}

/** Converts a stored size for display: to GB if it is a whole number of them, otherwise to MB. */
export function fromMegabytes(megabytes: number): { amount: string; unit: SizeUnit } {
  return megabytes >= 1024 && megabytes % 1024 === 0
    ? { amount: String(megabytes / 1024), unit: 'GB' }
    : { amount: String(megabytes), unit: 'MB' };
}
