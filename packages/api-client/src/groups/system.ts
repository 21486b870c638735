import type { ApiClient } from '../client.ts';
import type * as contract from '../contract/system.ts';
import { type CallsOf, groupOf } from './bind-calls.ts';

/** The calls of {@link System} and their declarations. */
export interface SystemCalls {
  /** Whether the server is up, and with ready=1 whether it can work. */
  readonly health: typeof contract.health;
  /** Whether the server can work, and else why not. */
  readonly readiness: typeof contract.readiness;
  /** Version of the server. */
  readonly version: typeof contract.version;
  /** Largest upload in MB. */
  readonly maxUploadSize: typeof contract.maxUploadSize;
}

/** Public facts about the server. Made by {@link createSystem}. */
export type System = CallsOf<SystemCalls>;

/**
 * Public facts about the server.
 *
 * @example
 * const { max_upload_size } = await createSystem(api).maxUploadSize();
 */
export const createSystem: (api: ApiClient) => System = /* @__PURE__ */ groupOf<SystemCalls>({
  health: 'GET health flat',
  readiness: 'GET health/ready flat',
  version: 'GET version',
  maxUploadSize: 'GET system/max-upload-size',
});
