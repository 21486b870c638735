import { newKey } from '#shared/environment/new-key.ts';

/** Options of a call that creates something once, even if its reply is lost and the client asks again. */
export const once = () => ({ idempotencyKey: newKey() });
