/**
 * Search parameters of a list before `ListSearchSchema` has parsed them. The route cannot parse them, because
 * zod loads with the code of the page.
 */
export interface AddressSearch {
  page?: unknown;
  q?: unknown;
  sort?: unknown;
  order?: unknown;
  state?: unknown;
  edit?: unknown;
}

/** `validateSearch` of a route whose page is a list. The router keeps the list's own filters in addition. */
export function addressSearchOf(raw: Record<string, unknown>): AddressSearch {
  const { page, q, sort, order, state, edit } = raw;
  return { page, q, sort, order, state, edit };
}
