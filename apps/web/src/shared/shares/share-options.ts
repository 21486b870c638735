import { SLUG_MAX_LENGTH } from '@satchel/api-client/contract/fields';
import type { ExpiryHours } from './expiry.ts';

/** What the owner of a share may set (SPEC 3), as typed. */
export interface ShareOptions {
  slug: string;
  password: string;
  expiryHours: ExpiryHours;
  maxViews: string;
  remark: string;
}

export const NO_OPTIONS: ShareOptions = {
  slug: '',
  password: '',
  expiryHours: '0',
  maxViews: '',
  remark: '',
};

export type OptionProblems = Partial<Record<'slug' | 'maxViews', true>>;

const MAX_VIEWS_LIMIT = 2_147_483_647;

/** SPEC 5. Reserved and taken slugs are for the server to refuse. */
export function problemsOfOptions(
  options: Pick<ShareOptions, 'slug' | 'maxViews'>,
): OptionProblems {
  const isSlugFine =
    /^[A-Za-z0-9_-]*$/.test(options.slug) && options.slug.length <= SLUG_MAX_LENGTH;
  const isMaxViewsFine =
    /^\d*$/.test(options.maxViews) && Number(options.maxViews) <= MAX_VIEWS_LIMIT;
  return {
    ...(isSlugFine ? {} : { slug: true }),
    ...(isMaxViewsFine ? {} : { maxViews: true }),
  };
}

/** Null for unlimited (SPEC 5: 0 is unlimited). */
export function maxViewsOf(typed: string): number | null {
  return Number(typed) || null;
}
