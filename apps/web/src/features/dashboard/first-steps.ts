import { DEFAULT_MAX_UPLOAD_MEGABYTES, SETTING_GROUPS } from '@satchel/api-client/contract/limits';
import type { LinkProps } from '@tanstack/react-router';
import { client } from '#shared/api/client.ts';
import { privateQuery } from '#shared/api/private-query.ts';
import type { MountRow } from '#shared/mounts/mount-queries.ts';
import { createStoredAtom } from '#shared/session/stored-atom.ts';
import type { DashboardStats } from './components/week.tsx';

/** Whether this administrator has hidden the first steps in this browser. */
export const hiddenSteps = createStoredAtom('satchel-first-steps', (stored) => stored === true);

export interface FirstStep {
  readonly name: 'share' | 'files' | 'limit' | 'person';
  readonly link: Pick<LinkProps, 'to' | 'params' | 'search'>;
  readonly isDone: boolean;
}

/** Largest upload in MB, as the settings have it. */
export const uploadLimitOptions = () =>
  privateQuery(['dashboard', 'upload-limit'], async (options) => {
    const query = { group: SETTING_GROUPS.global, metadata: 'false' as const };
    const rows = await client.settings.list({ query }, options);
    const row = Array.isArray(rows) ? rows.find(({ key }) => key === 'max_upload_size') : undefined;
    return Number(row?.value ?? DEFAULT_MAX_UPLOAD_MEGABYTES);
  });

export interface StepFacts {
  readonly stats: Pick<DashboardStats, 'totalPastes' | 'totalFiles' | 'totalApiKeys'>;
  readonly mounts: readonly Pick<MountRow, 'mount_path' | 'is_active' | 'last_used'>[];
  readonly uploadLimitMegabytes: number;
}

/** Returns the first steps on a new installation, each with whether it is done. */
export function firstSteps({ stats, mounts, uploadLimitMegabytes }: StepFacts): FirstStep[] {
  const mount = mounts.find(({ is_active }) => is_active === 1);
  const splat = mount?.mount_path.slice(1) ?? '';
  return [
    { name: 'share', link: { to: '/' }, isDone: stats.totalPastes + stats.totalFiles > 0 },
    {
      name: 'files',
      link: { to: '/mount-explorer/$', params: { _splat: splat } },
      isDone: mounts.some(({ last_used }) => last_used !== null),
    },
    {
      name: 'limit',
      link: { to: '/admin/settings/global' },
      isDone: uploadLimitMegabytes !== DEFAULT_MAX_UPLOAD_MEGABYTES,
    },
    {
      name: 'person',
      link: { to: '/admin/key-management', search: { edit: 'new' } },
      isDone: stats.totalApiKeys > 0,
    },
  ];
}
