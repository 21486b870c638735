import type { AuthenticatedCaller } from '#security/caller.ts';

/** Position of a page in the whole list. */
export function pageAt(total: number, limit: number, offset: number, count: number) {
  return { total, limit, offset, hasMore: offset + count < total };
}

/** Position of a page, also by its number (CONTRACT F3). */
export function paginate(total: number, limit: number, offset: number, count: number) {
  return {
    ...pageAt(total, limit, offset, count),
    page: Math.floor(offset / limit) + 1,
    totalPages: Math.max(1, Math.ceil(total / limit)),
  };
}

/** API key of the caller, in its own lists (CONTRACT F3, F4). */
export function presentKeyInfo(caller: AuthenticatedCaller) {
  if (caller.kind === 'admin') return {};
  const { id, name, keyMasked: key, basePath: basicPath, permissions, role } = caller;
  const isGuest = caller.isGuest ? (1 as const) : (0 as const);
  return { key_info: { id, name, key, basicPath, permissions, role, isGuest } };
}
