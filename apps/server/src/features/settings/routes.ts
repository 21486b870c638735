import { listSettings } from '@satchel/api-client/contract/settings';
import type { FastifyInstance } from 'fastify';
import { type HttpDependencies, mountEndpoint } from '#http/mount-endpoint.ts';
import type { Setting, SettingService } from './service.ts';

export function settingRoutes(
  app: FastifyInstance,
  http: HttpDependencies,
  settings: SettingService,
): void {
  mountEndpoint(
    app,
    http,
    listSettings,
    async ({ caller, query }) => {
      const list = await settings.list(caller, query.group);
      const present = query.metadata === 'false' ? presentValue : presentRow;
      if (query.group !== undefined) return list.map(present);
      const groups = Object.groupBy(list, ({ definition }) => definition.group);
      return Object.fromEntries(
        Object.entries(groups).map(([group, members = []]) => [group, members.map(present)]),
      );
    },
    { identifies: true },
  );
}

const presentValue = ({ key, value }: Setting) => ({ key, value });

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
