import { readdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Endpoint, StreamEndpoint } from '@satchel/api-client/endpoint';

export type AnyEndpoint = Endpoint | StreamEndpoint;

/** Every call of the contract, with its method and path as title. */
export async function readContract(): Promise<readonly [string, AnyEndpoint][]> {
  const folder = dirname(fileURLToPath(import.meta.resolve('@satchel/api-client/contract/fields')));
  const files = (await readdir(folder)).filter((name) => !name.includes('.test.'));
  const modules = await Promise.all(
    files.map((name) => import(`@satchel/api-client/contract/${name.replace(/\.ts$/, '')}`)),
  );
  const members = modules.flatMap((module: Record<string, unknown>) => Object.values(module));
  const endpoints = members.filter(
    (member): member is AnyEndpoint =>
      typeof member === 'object' && member !== null && 'access' in member && 'path' in member,
  );
  return endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const);
}
