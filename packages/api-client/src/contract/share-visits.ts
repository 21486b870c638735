import { z } from 'zod';
import { lenientBoolean } from './fields.ts';

/** Says which share is meant, as visitors of texts and of files do. */
export const slugParams = z.object({
  /** The end of the share's link. */
  slug: z.string().min(1).max(64),
});

/** How a share is looked at. */
export const viewQuery = z.object({
  /** True for a reply without text and URLs, which costs no view. Default false. */
  peek: lenientBoolean.optional(),
});

/** Body that unlocks a share with a password. */
export const unlockBody = z.object({
  /** In clear, as typed. */
  password: z.string().min(1).max(1024),
});

/** Errors of the fields that owners set, of texts and of files. */
export const shareFieldErrors = [
  'shares.slug_invalid',
  'shares.slug_reserved',
  'shares.slug_taken',
  'shares.expiry_invalid',
  'shares.max_views_invalid',
] as const;
