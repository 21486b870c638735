import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { ApiClient, Wire } from '../client.ts';
import type { Endpoint, StreamEndpoint } from '../endpoint.ts';
import { createApiKeys } from './api-keys.ts';
import { createAuditLog } from './audit-log.ts';
import { createDashboard } from './dashboard.ts';
import { createFileShares } from './file-shares.ts';
import { createFs } from './fs.ts';
import { createMounts } from './mounts.ts';
import { createSessions } from './sessions.ts';
import { createSettings } from './settings.ts';
import { createStorageConfigs } from './storage-configs.ts';
import { createSystem } from './system.ts';
import { createTextShares } from './text-shares.ts';
import { createUrlUploads } from './url-uploads.ts';

type AnyEndpoint = Endpoint | StreamEndpoint;

const CONTRACT_FOLDER = new URL('../contract/', import.meta.url);
const modules: Record<string, unknown>[] = await Promise.all(
  readdirSync(CONTRACT_FOLDER)
    .filter((name) => !name.includes('.test.'))
    .map((name) => import(new URL(name, CONTRACT_FOLDER).href)),
);
const endpoints = modules
  .flatMap((module) => Object.values(module))
  .filter((it): it is AnyEndpoint => typeof it === 'object' && it !== null && 'access' in it);

/** Requests that each method of a group makes. */
const asked: Wire[] = [];
const api = {
  call: (endpoint: Wire) => asked.push(endpoint),
  request: (endpoint: Wire) => asked.push(endpoint),
} as unknown as ApiClient;
const { all: _texts, ...textShares } = createTextShares(api);
const { all: _files, upload: _share, ...fileShares } = createFileShares(api);
const { entries, searchAll, begin, upload: _entry, ...fs } = createFs(api);
const plain = [createSessions, createApiKeys, createUrlUploads, createStorageConfigs, createMounts];
const others = [createSettings, createDashboard, createSystem, createAuditLog];
for (const group of [...plain, ...others].map((create) => create(api))) callAll(group);
for (const group of [textShares, fileShares, fs]) callAll(group);

function callAll(group: object): void {
  // Their parameters stay as the contract names them, and `*` is no parameter.
  for (const call of Object.values(group)) call({ path: '*' });
}

describe('the groups of the client', () => {
  it.each(endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
    'have %s once, as the contract declares it',
    (_title, endpoint) => {
      const { method, path, kind } = endpoint;
      const found = asked.filter((wire) => wire.method === method && wire.path === path);
      const json = endpoint.kind === 'json' ? endpoint : undefined;
      expect(found).toHaveLength(1);
      expect(found[0]?.kind).toBe(kind);
      expect(found[0]?.flat ?? false).toBe(json?.flat ?? false);
      expect(found[0]?.extras ?? false).toBe(json?.extras !== undefined);
    },
  );

  it('have no call that the contract does not have', () => {
    expect(endpoints.length).toBeGreaterThan(80);
    expect(asked.length).toBe(endpoints.length);
  });
});
