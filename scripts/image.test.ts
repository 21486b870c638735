import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { variables } from '../apps/server/src/config/variables.ts';

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

interface Service {
  readonly image?: string;
  readonly build?: string;
  readonly profiles?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly secrets?: readonly string[];
  readonly [setting: string]: unknown;
}
const compose = parse(read('docker-compose.yml'), { merge: true });
const services = Object.entries<Service>(compose.services);
const ours = services.filter(([, { build }]) => build !== undefined);

describe('the containers (SECURITY 13)', () => {
  it('the image is built from the lock file, by a stage that does not stay, and runs as a user', () => {
    const dockerfile = read('Dockerfile');
    expect(dockerfile).toMatch(/pnpm install --frozen-lockfile/);
    expect(dockerfile).not.toMatch(/pnpm install(?!.*--frozen-lockfile)/);
    const [, last = ''] = dockerfile.split(/^FROM (?!.* AS )/m);
    expect(last).toMatch(/^USER node$/m);
    expect(last).toMatch(/^HEALTHCHECK /m);
    expect(last.indexOf('USER node')).toBeLessThan(last.indexOf('ENTRYPOINT'));
  });

  it('dependencies are fetched before the sources come, so that their layer stays', () => {
    const dockerfile = read('Dockerfile');
    expect(dockerfile.indexOf('pnpm fetch')).toBeGreaterThan(0);
    expect(dockerfile.indexOf('pnpm fetch')).toBeLessThan(dockerfile.indexOf('COPY . .'));
  });

  it('by default the server is alone', () => {
    const started = services.filter(([, { profiles = [] }]) => profiles.length === 0);
    expect(started.map(([name]) => name)).toEqual(['satchel']);
  });

  it.each(ours)('%s cannot write to its image, gain rights, or take all memory', (_, service) => {
    expect(service).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      mem_limit: expect.any(String),
      pids_limit: expect.any(Number),
    });
  });

  it.each(services)('%s has limits, and secrets that are there', (_, service) => {
    expect(service).toMatchObject({
      mem_limit: expect.any(String),
      pids_limit: expect.any(Number),
    });
    for (const secret of service.secrets ?? []) expect(compose.secrets).toHaveProperty(secret);
  });

  it.each(ours)(
    '%s listens where the image says, and writes to its volume, whatever `.env` has',
    (_, service) => {
      const [, image = ''] = /^ENV NODE_ENV=production (.*)$/m.exec(read('Dockerfile')) ?? [];
      const fixed = Object.fromEntries(image.split(' ').map((pair) => pair.split('=')));
      expect(fixed).toMatchObject({ PORT: '8787', DATA_DIR: '/data' });
      expect(service.environment).toMatchObject(fixed);
    },
  );

  describe('the documentation', () => {
    const folder = 'docs/operations';
    const pages = readdirSync(join(root, folder)).filter((name) => name.endsWith('.md'));
    const linesWith = (pattern: RegExp) =>
      pages
        .flatMap((name) => read(join(folder, name)).split('\n'))
        .filter((line) => pattern.test(line));

    it('names the program to `exec` and not to `run`, where it is the entry point', () => {
      const runs = linesWith(/docker compose run /);
      const execs = linesWith(/docker compose exec .*satchel/);
      expect([runs.length, execs.length]).not.toContain(0);
      for (const line of runs) expect(line).not.toContain(' satchel satchel ');
      for (const line of execs) expect(line).toMatch(/ satchel satchel [a-z-]+/);
    });

    it('encrypts the backup of every night even if the passphrase cannot be read', () => {
      const nightly = linesWith(/BACKUP_PASSPHRASE="\$\(/);
      expect(nightly).toHaveLength(1);
      expect(nightly[0]).toContain('satchel backup --encrypt -');
    });
  });

  it.each(ours)('%s gets variables that the server knows', (_, { environment = {} }) => {
    for (const name of Object.keys(environment)) {
      const known = Object.keys(variables).includes(name.replace(/_FILE$/, ''));
      expect(known, name).toBe(true);
    }
  });
});
