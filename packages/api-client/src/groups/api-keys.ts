import type { ApiClient } from '../client.ts';
import type * as contract from '../contract/api-keys.ts';
import { type CallsOf, groupOf } from './bind-calls.ts';

/** The calls of {@link ApiKeys} and their declarations. */
export interface ApiKeysCalls {
  /** List API keys. */
  readonly list: typeof contract.listApiKeys;
  /** Create an API key. */
  readonly create: typeof contract.createApiKey;
  /** Change an API key. */
  readonly update: typeof contract.updateApiKey;
  /** Delete an API key. */
  readonly delete: typeof contract.deleteApiKey;
}

/** API keys; for administrators. Made by {@link createApiKeys}. */
export type ApiKeys = CallsOf<ApiKeysCalls>;

/**
 * API keys; for administrators.
 *
 * @example
 * const { key } = await createApiKeys(api).create({ body: { name: 'my script', permissions: 1 } });
 */
export const createApiKeys: (api: ApiClient) => ApiKeys = /* @__PURE__ */ groupOf<ApiKeysCalls>({
  list: 'GET admin/api-keys',
  create: 'POST admin/api-keys',
  update: 'PUT admin/api-keys/:id',
  delete: 'DELETE admin/api-keys/:id',
});
