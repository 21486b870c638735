import type { ApiClient } from '../client.ts';
import type * as contract from '../contract/mounts.ts';
import { type CallsOf, groupOf } from './bind-calls.ts';

/** The calls of {@link Mounts} and their declarations. */
export interface MountsCalls {
  /** List mounts. */
  readonly list: typeof contract.listMounts;
  /** One mount. */
  readonly get: typeof contract.getMount;
  /** Add a mount. */
  readonly create: typeof contract.createMount;
  /** Change a mount. */
  readonly update: typeof contract.updateMount;
  /** Delete a mount. */
  readonly delete: typeof contract.deleteMount;
  /** List the mounts that one may use. */
  readonly listUsable: typeof contract.listUserMounts;
  /** One of the mounts that one may use. */
  readonly getUsable: typeof contract.getUserMount;
}

/** Mounts: for administrators, and `listUsable` for everybody. Made by {@link createMounts}. */
export type Mounts = CallsOf<MountsCalls>;

/**
 * Mounts: for administrators, and `listUsable` for everybody.
 *
 * @example
 * const mounts = await createMounts(api).listUsable();
 */
export const createMounts: (api: ApiClient) => Mounts = /* @__PURE__ */ groupOf<MountsCalls>({
  list: 'GET admin/mounts',
  get: 'GET admin/mounts/:id',
  create: 'POST admin/mounts',
  update: 'PUT admin/mounts/:id',
  delete: 'DELETE admin/mounts/:id',
  listUsable: 'GET user/mounts',
  getUsable: 'GET user/mounts/:id',
});
