import type { AuthenticatedCaller } from '#security/caller.ts';
import { HIDDEN_FIELDS, shownFields } from './owner-fields.ts';
import type { OpenedTextShare } from './reading.ts';
import type { TextShare, TextShareSummary } from './repository.ts';

/** Maximum length of texts in a key holder's list, in characters (CONTRACT F3). */
export const LISTED_CONTENT_LENGTH = 65_536;

const PREVIEW_LENGTH = 200;

/** Fields that both spellings of replies share. */
function plainFields(share: TextShareSummary) {
  const { slug, views, createdBy } = share;
  return { slug, ...shownFields(share), views, created_by: createdBy };
}

/** Fields of replies in camel case. */
function publicFields(share: TextShareSummary) {
  return {
    ...plainFields(share),
    expiresAt: share.expiresAt?.toISOString() ?? null,
    maxViews: share.maxViews,
    createdAt: share.createdAt.toISOString(),
    hasPassword: share.passwordHash !== null,
  };
}

/** Fields of replies in snake case. */
function rowFields(share: TextShareSummary, keyName: string | null) {
  return {
    ...plainFields(share),
    id: share.id,
    note: share.note,
    expires_at: share.expiresAt?.toISOString() ?? null,
    max_views: share.maxViews,
    key_name: keyName,
    created_at: share.createdAt.toISOString(),
    updated_at: share.updatedAt.toISOString(),
  };
}

/** Facts shown before the text; without the password nothing that the owner wrote (CONTRACT A6). */
export function presentSummary(share: TextShareSummary) {
  const isLocked = share.passwordHash !== null;
  return {
    ...publicFields(share),
    ...(isLocked && { ...HIDDEN_FIELDS, created_by: null }),
    requiresPassword: isLocked,
  };
}

export function presentOpened({ share, content, isLastView }: OpenedTextShare) {
  const updatedAt = share.updatedAt.toISOString();
  return { ...publicFields(share), content, isLastView, updatedAt };
}

export function presentListed(
  share: TextShareSummary,
  keyName: string | null,
  content: string | undefined,
) {
  const isCut = share.contentLength > PREVIEW_LENGTH;
  return {
    ...rowFields(share, keyName),
    has_password: share.passwordHash === null ? (0 as const) : (1 as const),
    view_count: share.views,
    content_length: share.contentLength,
    content_preview: isCut ? `${share.preview}...` : share.preview,
    ...(content !== undefined && { content }),
  };
}

export function presentOne(share: TextShare, keyName: string | null) {
  const { content, passwordHash } = share;
  return { ...rowFields(share, keyName), content, has_password: passwordHash !== null };
}

export function presentCreated(share: TextShare, caller: AuthenticatedCaller, origin: string) {
  const { views: _, created_by: __, ...fields } = publicFields(share);
  const url = `${origin}/paste/${share.slug}`;
  return {
    id: share.id,
    url,
    share_url: url,
    ...fields,
    authorizedBy: caller.kind === 'admin' ? ('admin' as const) : ('apikey' as const),
  };
}
