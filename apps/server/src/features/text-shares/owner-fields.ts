import { TEXT_KINDS } from '@satchel/api-client/contract/limits';
import type { createTextShare, updateTextShare } from '@satchel/api-client/contract/text-shares';
import type { z } from 'zod';
import { toStoredExpiry } from '#share-rules/limits.ts';
import type { TextShare, TextShareSummary } from './repository.ts';

export type TextShareInput = z.output<NonNullable<typeof createTextShare.body>>;
export type TextShareUpdate = z.output<NonNullable<typeof updateTextShare.body>>;

/** Fields in their stored form; absent, null, '' and 0 mean none (SPEC 5). */
export function storedFields(
  input: TextShareInput | TextShareUpdate,
  now: Date,
  current?: TextShare,
) {
  return {
    remark: input.remark || null,
    note: input.note || null,
    kind: input.kind ?? 'markdown',
    language: input.language || null,
    maxViews: input.maxViews || null,
    expiresAt: toStoredExpiry(input.expiresAt, now, current?.expiresAt) ?? null,
  };
}

/** Fields that all replies spell the same way. */
export function shownFields({ remark, kind, language }: TextShareSummary) {
  return { remark, kind: TEXT_KINDS.find((known) => known === kind) ?? 'text', language };
}

/** Values of these fields before the password is given: nothing that the owner wrote (CONTRACT A6). */
export const HIDDEN_FIELDS = { remark: null, kind: 'text', language: null } as const;
