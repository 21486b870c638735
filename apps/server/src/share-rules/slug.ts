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

/** Table of links. */
interface LinkRepository<Row> {
  create(row: Row): Promise<void>;
  findById(id: string): Promise<Row | undefined>;
}

/**
 * Stores a new link under the chosen slug, or under a random one.
 *
 * @param onceId id of a link whose call may be repeated: one that exists already is returned
 */
export function createLink<Row extends { readonly slug: string }>(
  { create, findById }: LinkRepository<Row>,
  chosen: string | undefined,
  link: Omit<Row, 'slug'>,
  onceId?: string,
): Promise<{ readonly row: Row; readonly isNew: boolean }> {
  return withSlug(chosen, async (slug) => {
    const row = { ...link, slug } as Row;
    try {
      await create(row);
      return { row, isNew: true };
    } catch (error) {
      const made = onceId === undefined ? undefined : await findById(onceId);
      if (made) return { row: made, isNew: false };
      throw error;
    }
  });
}

/**
 * Stores changes of a link, with another slug if its owner wants one.
 *
 * @param wanted null or '' for a random slug
 */
export async function withChangedSlug<Result>(
  wanted: string | null | undefined,
  current: string,
  store: (change: { readonly slug?: string }) => Promise<Result>,
): Promise<Result> {
  if (wanted === undefined || wanted === current) return store({});
  return withSlug(checkSlug(wanted), (slug) => store({ slug }));
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
