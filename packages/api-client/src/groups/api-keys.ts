import type { ApiClient } from '../client.ts';
import type * as contract from '../contract/api-keys.ts';
import { bindCalls, type CallsOf, type WiresOf } from './bind-calls.ts';

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

export const API_KEYS: WiresOf<ApiKeysCalls> = {
  list: 'GET admin/api-keys',
  create: 'POST admin/api-keys',
  update: 'PUT admin/api-keys/:id',
  delete: 'DELETE admin/api-keys/:id',
};

/** API keys; for administrators. Made by {@link createApiKeys}. */
export type ApiKeys = CallsOf<ApiKeysCalls>;

/**
 * API keys; for administrators.
 *
 * @example
 * const { key } = await createApiKeys(api).create({ body: { name: 'my script', permissions: 1 } });
 */
export function createApiKeys(api: ApiClient): ApiKeys {
  return bindCalls<ApiKeysCalls>(api, API_KEYS);
}
