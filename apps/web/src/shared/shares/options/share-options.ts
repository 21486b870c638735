import { SLUG_MAX_LENGTH } from '@satchel/api-client/contract/limits';
import type { ExpiryHours } from './expiry.ts';

/** Options of a share, as typed (SPEC 3). */
export interface ShareFields {
  slug: string;
  password: string;
  maxViews: string;
  remark: string;
}

export interface ShareOptions extends ShareFields {
  expiryHours: ExpiryHours;
}

export const NO_OPTIONS: ShareOptions = {
  slug: '',
  password: '',
  expiryHours: '0',
  maxViews: '',
  remark: '',
};

/** An existing share, in the owner's view. */
export interface EditableShare {
  slug: string;
  remark: string | null;
  note: string | null;
  /** Number of views so far. */
  views: number;
  expires_at: string | null;
  max_views: number | null;
  has_password: boolean;
}

/** Fields that are sent as typed, for new and existing shares. */
export function plainFieldsOf(typed: ShareFields) {
  return { remark: typed.remark || null, maxViews: maxViewsOf(typed.maxViews) };
}

export function typedFieldsOf(share: EditableShare): ShareFields {
  return {
    slug: share.slug,
    password: '',
    maxViews: share.max_views ? String(share.max_views) : '',
    remark: share.remark ?? '',
  };
}

export type OptionProblems = Partial<Record<'slug' | 'maxViews', true>>;

const MAX_VIEWS_LIMIT = 2_147_483_647;

/** Problems of the options (SPEC 5). Only the server knows reserved and taken slugs. */
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

/** Maximum number of views to send: null for unlimited, also for a typed 0 (SPEC 5). */
export function maxViewsOf(typed: string): number | null {
  return Number(typed) || null;
}
