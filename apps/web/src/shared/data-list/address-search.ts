/**
 * The search parameters of a list as they stand in the address, before `ListSearchSchema` has read them:
 * that takes zod, which comes with the code of the page.
 */
export interface AddressSearch {
  page?: unknown;
  q?: unknown;
  sort?: unknown;
  order?: unknown;
  state?: unknown;
  edit?: unknown;
}

/** For `validateSearch` of a route whose page is a list; the router keeps the list's own filters beside it. */
export function addressSearchOf(raw: Record<string, unknown>): AddressSearch {
  const { page, q, sort, order, state, edit } = raw;
  return { page, q, sort, order, state, edit };
}
