/** New `Idempotency-Key`. Pages over plain HTTP have no `randomUUID`. */
export const newKey = (): string =>
  crypto.randomUUID?.() ?? crypto.getRandomValues(new Uint32Array(4)).join('-');
