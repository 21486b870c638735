import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ANONYMOUS } from '@satchel/permissions';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { Principal } from '../examples/blog.ts';
import { createApp as createFastifyApp } from '../examples/fastify.ts';
import { createApp as createHonoApp } from '../examples/hono.ts';
import { PostActions, PrincipalContext } from '../examples/react.tsx';

const PRINCIPALS: Readonly<Record<string, Principal>> = {
  admin: { kind: 'admin', id: '1' },
  reader: { kind: 'user', id: '2', permissions: 1, basePath: '/' },
  writer: { kind: 'user', id: '3', permissions: 2, basePath: '/team' },
};
const authenticate = async (token = '') => PRINCIPALS[token] ?? ANONYMOUS;

const fastify = createFastifyApp(authenticate);
const hono = createHonoApp(authenticate);

type Method = 'GET' | 'PUT';
interface Answer {
  readonly status: number;
  readonly body: string;
}
type Ask = (method: Method, url: string, headers: Record<string, string>) => Promise<Answer>;

const SERVERS: readonly (readonly [string, Ask])[] = [
  [
    'Fastify',
    async (method, url, headers) => {
      const { statusCode, body } = await fastify.inject({ method, url, headers });
      return { status: statusCode, body };
    },
  ],
  [
    'Hono',
    async (method, url, headers) => {
      const response = await hono.request(url, { method, headers });
      return { status: response.status, body: await response.text() };
    },
  ],
];

describe.each(SERVERS)('the recipe for %s', (_name, ask) => {
  it.each([
    ['GET', '/health', undefined, 200, 'well'],
    ['GET', '/settings', undefined, 401, 'unauthenticated'],
    ['GET', '/settings', 'writer', 403, 'admin_only'],
    ['GET', '/settings', 'admin', 200, 'all of them'],
    ['PUT', '/posts/team/first', undefined, 401, 'unauthenticated'],
    ['PUT', '/posts/team/first', 'reader', 403, 'missing_permission'],
    ['PUT', '/posts/team/first', 'writer', 200, '{"createdBy":"user:3"}'],
    ['PUT', '/posts/team/first', 'admin', 200, '{"createdBy":"1"}'],
    ['PUT', '/posts/teams', 'writer', 403, 'outside_base_path'],
    ['PUT', '/posts/team/%2e%2e%2fother', 'writer', 400, 'dot_segment'],
    ['PUT', '/posts/team/%252e%252e', 'writer', 200, '{"createdBy":"user:3"}'],
  ] as const)('answers %s %s of %s with %i and %s', async (method, url, who, status, text) => {
    const answer = await ask(method, url, who === undefined ? {} : { authorization: who });
    expect(answer.status).toBe(status);
    expect(answer.body).toContain(text);
  });
});

describe('the recipe for React', () => {
  const render = (principal: Principal, path: string) =>
    renderToStaticMarkup(
      <PrincipalContext value={principal}>
        <PostActions path={path} />
      </PrincipalContext>,
    );

  it('shows a button to those who may press it, and to nobody else', () => {
    const publisher = { kind: 'user', id: '4', permissions: 4, basePath: '/team' } as const;
    const button = '<button type="button">Publish</button>';
    expect(render(publisher, '/team/first')).toBe(button);
    expect(render({ kind: 'admin', id: '1' }, '/other')).toBe(button);
    expect(render(publisher, '/other')).toBe('');
    expect(render({ ...publisher, permissions: 3 }, '/team/first')).toBe('');
    expect(renderToStaticMarkup(<PostActions path="/team/first" />)).toBe('');
  });
});

describe('the README', () => {
  const root = join(import.meta.dirname, '..');
  const readme = readFileSync(join(root, 'README.md'), 'utf8');

  it.each(['blog.ts', 'fastify.ts', 'hono.ts', 'react.tsx'])('shows %s as it is run', (name) => {
    expect(readme).toContain(`${readFileSync(join(root, 'examples', name), 'utf8')}\`\`\``);
  });
});
