/** New `Idempotency-Key`. Not `randomUUID`, which pages over plain HTTP do not have. */
export const newKey = () => crypto.getRandomValues(new Uint32Array(4)).join('-');
