import type { AuthenticatedCaller } from '#security/caller.ts';
import type { TextShare, TextShareSummary } from './repository.ts';
import type { OpenedTextShare } from './service.ts';

/** A key holder's list shows texts up to this many characters (CONTRACT F3). */
export const LISTED_CONTENT_LENGTH = 65_536;

const PREVIEW_LENGTH = 200;

function publicFields(share: TextShareSummary) {
  return {
    slug: share.slug,
    remark: share.remark,
    expiresAt: share.expiresAt?.toISOString() ?? null,
    maxViews: share.maxViews,
    views: share.views,
    createdAt: share.createdAt.toISOString(),
    created_by: share.createdBy,
    hasPassword: share.passwordHash !== null,
  };
}

/** What is shown before the text is. */
export function presentSummary(share: TextShare) {
  return { ...publicFields(share), requiresPassword: share.passwordHash !== null };
}

export function presentOpened({ share, isLastView }: OpenedTextShare) {
  return {
    ...publicFields(share),
    content: share.content,
    isLastView,
    updatedAt: share.updatedAt.toISOString(),
  };
}

function rowFields(share: TextShareSummary, keyName: string | null) {
  return {
    id: share.id,
    slug: share.slug,
    remark: share.remark,
    expires_at: share.expiresAt?.toISOString() ?? null,
    max_views: share.maxViews,
    views: share.views,
    created_by: share.createdBy,
    key_name: keyName,
    created_at: share.createdAt.toISOString(),
    updated_at: share.updatedAt.toISOString(),
  };
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
    content_preview: isCut ? `${share.preview}...` : share.preview,
    ...(content === undefined ? {} : { content }),
  };
}

export function presentOne(share: TextShare, keyName: string | null) {
  return {
    ...rowFields(share, keyName),
    content: share.content,
    has_password: share.passwordHash !== null,
  };
}

export function presentCreated(share: TextShare, caller: AuthenticatedCaller, origin: string) {
  return {
    id: share.id,
    slug: share.slug,
    url: `${origin}/paste/${share.slug}`,
    remark: share.remark,
    expiresAt: share.expiresAt?.toISOString() ?? null,
    maxViews: share.maxViews,
    hasPassword: share.passwordHash !== null,
    createdAt: share.createdAt.toISOString(),
    authorizedBy: caller.kind === 'admin' ? ('admin' as const) : ('apikey' as const),
  };
}
