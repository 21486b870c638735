import type { ApiClient } from '../client.ts';
import type * as contract from '../contract/settings.ts';
import { type CallsOf, groupOf } from './bind-calls.ts';

/** The calls of {@link Settings} and their declarations. */
export interface SettingsCalls {
  /** Settings. */
  readonly list: typeof contract.listSettings;
  /** Groups of settings. */
  readonly groups: typeof contract.listSettingGroups;
  /** One setting. */
  readonly get: typeof contract.getSetting;
  /** Change settings. */
  readonly update: typeof contract.updateSettingGroup;
}

/** Settings of the server. Made by {@link createSettings}. */
export type Settings = CallsOf<SettingsCalls>;

/**
 * Settings of the server.
 *
 * @example
 * const { groups } = await createSettings(api).groups();
 */
export const createSettings: (api: ApiClient) => Settings = /* @__PURE__ */ groupOf<SettingsCalls>({
  list: 'GET admin/settings',
  groups: 'GET admin/settings/groups',
  get: 'GET admin/settings/metadata',
  update: 'PUT admin/settings/group/:group',
});
