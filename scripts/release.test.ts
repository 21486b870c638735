import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assertPublishable, originOf, repositoryUrl } from './repository.mjs';

const root = join(import.meta.dirname, '..');
const readManifest = (folder: string, path: string) =>
  JSON.parse(readFileSync(join(folder, path, 'package.json'), 'utf8'));
const published = readdirSync(join(root, 'packages'))
  .map((name) => `packages/${name}`)
  .filter((path) => readManifest(root, path).private !== true);

describe('a release', () => {
  it('is refused while the repository is the placeholder, also if only one package is published', () => {
    expect(() => assertPublishable('https://github.com/your-account/satchel')).toThrow(
      'package.json',
    );
    expect(() => assertPublishable('https://github.com/acme/satchel')).not.toThrow();
    for (const path of published) {
      expect(readManifest(root, path).scripts.prepublishOnly).toBe(
        'node ../../scripts/assert-publishable.mjs',
      );
    }
    const guard = spawnSync(process.execPath, [join(root, 'scripts/assert-publishable.mjs')]);
    expect(guard.status).toBe(repositoryUrl().includes('your-account') ? 1 : 0);
  });

  it('says of each package where it comes from, as the root says it', () => {
    expect(originOf('@satchel/permissions', 'https://git.example/acme/bag')).toEqual({
      homepage: 'https://git.example/acme/bag/tree/main/packages/permissions#readme',
      repository: {
        type: 'git',
        url: 'git+https://git.example/acme/bag.git',
        directory: 'packages/permissions',
      },
      bugs: 'https://git.example/acme/bag/issues',
    });
  });

  it.each(published)('of %s is public, with provenance', (path) => {
    const { publishConfig, license } = readManifest(root, path);
    expect(publishConfig).toMatchObject({ access: 'public', provenance: true });
    expect(license).toBe('Apache-2.0');
  });
});

describe('the next versions', () => {
  const folder = mkdtempSync(join(tmpdir(), 'satchel-release-'));
  beforeAll(() => {
    const tracked = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root });
    const needed = /(^|\/)package\.json$|^\.changeset\/|^pnpm-workspace\.yaml$/;
    for (const path of tracked
      .toString()
      .split('\n')
      .filter((it) => needed.test(it) && existsSync(join(root, it)))) {
      cpSync(join(root, path), join(folder, path));
    }
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x', ...args], { cwd: folder });
    git('init', '--quiet');
    git('add', '--all');
    git('commit', '--quiet', '--message', 'x');
    execFileSync(join(root, 'node_modules/.bin/changeset'), ['version'], { cwd: folder });
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  // A package that others have as a peer takes them along to a major version, unless its range allows it.
  it.each(published)('give %s no major version by accident', (path) => {
    const [major] = readManifest(folder, path).version.split('.');
    expect(major).toBe(readManifest(root, path).version.split('.')[0]);
  });

  it.each(published.filter((path) => readManifest(root, path).version === '0.0.0'))(
    'begin %s with 0.1.0 and one note',
    (path) => {
      expect(readManifest(folder, path).version).toBe('0.1.0');
      const changelog = readFileSync(join(folder, path, 'CHANGELOG.md'), 'utf8');
      expect(changelog.match(/First release/g)).toHaveLength(1);
    },
  );
});
