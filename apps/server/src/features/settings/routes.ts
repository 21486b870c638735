import {
  getSetting,
  listSettingGroups,
  listSettings,
  updateSettingGroup,
} from '@satchel/api-client/contract/settings';
import { errorMessage } from '@satchel/api-client/messages';
import { serverMessage } from '@satchel/api-client/server-messages';
import { type HttpDependencies, mountEndpoint } from '#http/contract/mount-endpoint.ts';
import type { Setting, SettingService } from './service.ts';

export function settingRoutes(http: HttpDependencies, settings: SettingService): void {
  mountEndpoint(
    http,
    listSettings,
    async ({ caller, query }) => {
      const list = await settings.list(caller, query.group);
      const present = query.metadata === 'false' ? presentValues : presentRows;
      if (query.group !== undefined) return present(list);
      const groups = Object.groupBy(list, ({ definition }) => definition.group);
      return {
        ...Object.fromEntries(
          Object.entries(groups).map(([group, members = []]) => [group, present(members)]),
        ),
        // There are no system settings, but a request for their group gets an empty one (CONTRACT F2).
        ...(query.includeSystem === 'true' && { 99: [] }),
      };
    },
    { identifies: true },
  );

  mountEndpoint(http, listSettingGroups, async ({ caller, language }) => {
    const counts = Map.groupBy(await settings.list(caller), ({ definition }) => definition.group);
    const groups = [...counts].map(([id, members]) => ({
      id,
      name: serverMessage(`settings.group_${id}`, language),
      settingCount: members.length,
      readonlyCount: 0,
    }));
    return { groups };
  });

  mountEndpoint(http, getSetting, async ({ caller, query }) =>
    presentRow(await settings.find(caller, query.key)),
  );

  mountEndpoint(http, updateSettingGroup, async (call) => {
    const { params, query, body, language, reply } = call;
    const totalCount = Object.keys(body).length;
    const shouldValidate = query.validate !== 'false';
    const problems = await settings.update(params.group, body, shouldValidate);
    const refused = new Set(problems.map(({ key }) => key));
    const keys = Object.keys(body).filter((key) => !refused.has(key));
    if (keys.length > 0) await http.audit(call, { action: 'settings.changed', details: { keys } });
    const success = problems.length === 0;
    if (!success) reply.code(202);
    const errors = problems.map(({ key, code }) => ({ key, error: errorMessage(code, language) }));
    const [first] = errors;
    const message = first ? `${first.key}: ${first.error}` : 'OK';
    const updatedCount = totalCount - errors.length;
    return { groupId: params.group, updatedCount, totalCount, errors, success, message };
  });
}

/** Sorted by key; rows are in the order of their group. */
const presentValues = (settings: readonly Setting[]) =>
  settings.map(({ key, value }) => ({ key, value })).toSorted((a, b) => (a.key < b.key ? -1 : 1));

const presentRows = (settings: readonly Setting[]) => settings.map(presentRow);

const presentRow = ({ key, value, definition, sortOrder, createdAt, updatedAt }: Setting) => ({
  key,
  value,
  description: definition.description,
  type: definition.type,
  group_id: definition.group,
  options: definition.options ? JSON.stringify(definition.options) : null,
  sort_order: sortOrder,
  flags: 0,
  created_at: createdAt.toISOString(),
  updated_at: updatedAt.toISOString(),
});
