/**
 * Options of a call that creates something once, even if its reply is lost and the client asks again. Pages over
 * plain HTTP have no `randomUUID`; there the client does not ask again.
 */
export const once = () => ({ idempotencyKey: crypto.randomUUID?.() });
