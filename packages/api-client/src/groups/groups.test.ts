import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Endpoint, StreamEndpoint } from '../endpoint.ts';
import { API_KEYS } from './api-keys.ts';
import { AUTH } from './auth.ts';
import { parseWire } from './bind-calls.ts';
import { DASHBOARD } from './dashboard.ts';
import { FILES } from './files.ts';
import { FS } from './fs.ts';
import { MOUNTS } from './mounts.ts';
import { PASTES } from './pastes.ts';
import { SETTINGS } from './settings.ts';
import { STORAGE_CONFIGS } from './storage-configs.ts';
import { SYSTEM } from './system.ts';
import { URL_UPLOADS } from './url-uploads.ts';

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

const groups: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  ...{ auth: AUTH, apiKeys: API_KEYS, pastes: PASTES, files: FILES, urlUploads: URL_UPLOADS },
  ...{ storageConfigs: STORAGE_CONFIGS, mounts: MOUNTS, fs: FS, settings: SETTINGS },
  ...{ dashboard: DASHBOARD, system: SYSTEM },
};
const wires = new Map(
  Object.entries(groups).flatMap(([group, calls]) =>
    Object.entries(calls).map(([name, text]) => [`${group}.${name}`, parseWire(text)] as const),
  ),
);

describe('the groups of the client', () => {
  it.each(endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
    'have %s once, as the contract declares it',
    (_title, endpoint) => {
      const { method, path, kind } = endpoint;
      const found = [...wires.values()].filter(
        (wire) => wire.method === method && wire.path === path,
      );
      const json = endpoint.kind === 'json' ? endpoint : undefined;
      expect(found).toHaveLength(1);
      expect(found[0]).toMatchObject({
        kind,
        flat: json?.flat ?? false,
        extras: json?.extras !== undefined,
      });
    },
  );

  it('have no call that the contract does not have', () => {
    expect(endpoints.length).toBeGreaterThan(80);
    expect(wires.size).toBe(endpoints.length);
  });
});
