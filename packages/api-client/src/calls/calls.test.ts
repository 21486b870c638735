import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ENDPOINTS } from '../contract/endpoints.ts';
import * as links from '../contract/link-routes.ts';
import * as otherRoutes from '../contract/routes.ts';
import { createClient } from '../create-client.ts';
import type { Route } from '../endpoint.ts';
import { createMockClient } from '../mock/mock.ts';

const routes = { ...otherRoutes, ...links };

const CONTRACT_FOLDER = new URL('../contract/', import.meta.url);
const modules: Record<string, unknown>[] = await Promise.all(
  readdirSync(CONTRACT_FOLDER).map((name) => import(new URL(name, CONTRACT_FOLDER).href)),
);
const declared = modules
  .flatMap((module) => Object.values(module))
  .filter((it): it is object => typeof it === 'object' && it !== null && 'access' in it);

const routed = Object.entries(routes).flatMap(([group, calls]) =>
  Object.entries<Route>(calls).map(([name, route]) => ({ group, name, route })),
);
const titled = ENDPOINTS.map((it) => [`${it.method} ${it.path}`, it] as const);

/** Names of the methods of a client's groups. */
const namesOf = (client: object): readonly string[] =>
  Object.entries(client).flatMap(([group, methods]) =>
    typeof methods === 'object' ? Object.keys(methods).map((name) => `${group}.${name}`) : [],
  );

describe('calls', () => {
  it('are all in the list of declarations', () => {
    expect(declared.length).toBeGreaterThan(80);
    expect(declared.filter((it) => !ENDPOINTS.some((other) => other === it))).toEqual([]);
    expect(ENDPOINTS).toHaveLength(declared.length);
  });

  it.each(titled)('%s has one route, which says how its reply is read', (_title, endpoint) => {
    const { method, path, kind } = endpoint;
    const found = routed.filter(({ route }) => route.method === method && route.path === path);
    expect(found).toHaveLength(1);
    const [{ route } = { route: undefined }] = found;
    const json = endpoint.kind === 'json' ? endpoint : undefined;
    expect(route?.kind ?? 'json').toBe(kind);
    expect(route?.flat ?? false).toBe(json?.flat ?? false);
    expect(route?.extras ?? false).toBe(json?.extras !== undefined);
  });

  it('have no route without a declaration', () => {
    expect(routed).toHaveLength(ENDPOINTS.length);
  });

  it('are all methods of the client and of the mock', () => {
    const expected = routed.map(({ group, name }) => `${group}.${name}`);
    const mock = createMockClient({});
    expect(namesOf(createClient({ baseUrl: '' }))).toEqual(expect.arrayContaining(expected));
    expect(namesOf(mock.client)).toEqual(expect.arrayContaining(expected));
    expect(namesOf(mock.calls).toSorted()).toEqual(expected.toSorted());
  });
});
