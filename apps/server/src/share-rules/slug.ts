import { AppError } from '#errors';
import { randomAlphanumeric } from '#security/random.ts';

/** CONTRACT A3: length of a random slug, and number of attempts after clashes. */
const RANDOM_SLUG_LENGTH = 6;
const CLASH_ATTEMPTS = 8;

/** CONTRACT A5, A7: words that the app's own addresses use, in any case. */
const RESERVED = new Set(
  (
    'admin api dav s3 upload paste file mount-explorer raw assets docs login logout settings ' +
    'health metrics index new edit null undefined favicon robots sitemap manifest sw service-worker ' +
    'share request'
  ).split(' '),
);

/** Slug that the user chose, or undefined for a random one. */
export function checkSlug(slug: string | null | undefined): string | undefined {
  if (!slug) return undefined;
  if (RESERVED.has(slug.toLowerCase())) throw new AppError('shares.slug_reserved');
  return slug;
}

/**
 * Stores something under the chosen slug, or under random ones until one is free.
 *
 * @param store rejects with `shares.slug_taken` if the slug is in use
 */
export async function withSlug<Result>(
  chosen: string | undefined,
  store: (slug: string) => Promise<Result>,
): Promise<Result> {
  if (chosen !== undefined) return store(chosen);
  for (let attempt = 1; ; attempt += 1) {
    const slug = randomAlphanumeric(RANDOM_SLUG_LENGTH);
    if (RESERVED.has(slug.toLowerCase())) continue;
    try {
      return await store(slug);
    } catch (error) {
      const isClash = error instanceof AppError && error.code === 'shares.slug_taken';
      if (!isClash || attempt >= CLASH_ATTEMPTS) throw error;
    }
  }
}
