import { z } from 'zod';
import { lenientBoolean } from './fields.ts';

/** Identifies a share for visitors, of a text or a file. */
export const slugParams = z.object({
  /** End of the share's link. */
  slug: z.string().min(1).max(64),
});

/** Options of viewing a share. */
export const viewQuery = z.object({
  /** True for a reply without text and URLs, which costs no view. Default false. */
  peek: lenientBoolean.optional(),
});

/** Body that unlocks a share with a password. */
export const unlockBody = z.object({
  /** Password in plain text. */
  password: z.string().min(1).max(1024),
});

/** Errors of the fields that owners set, for texts and files. */
export const shareFieldErrors = [
  'shares.slug_invalid',
  'shares.slug_reserved',
  'shares.slug_taken',
  'shares.expiry_invalid',
  'shares.max_views_invalid',
] as const;
