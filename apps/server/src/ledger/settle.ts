import type { StoredObject } from '#object-store';
import type { ObjectWrite } from './object-write.ts';

/** Settles a write in the feature's own transaction. */
export type Settle = (write: ObjectWrite, object: StoredObject) => Promise<unknown>;
