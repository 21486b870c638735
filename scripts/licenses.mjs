// npm run licenses: the packages that the product is built of and their licences, as docs/licenses.md.
// npm run sbom: the same as a software bill of materials for scanners (CycloneDX).
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

const FILTERS = ['--filter=@satchel/operator...', '--filter=@satchel/web...'];

/** Licences that the product may contain without a review: permissive ones, and libraries under the LGPL. */
const ACCEPTED = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'EPL-2.0',
  'ISC',
  'LGPL-3.0-or-later',
  'MIT',
  'MPL-2.0',
  'OFL-1.1',
  'PSF-2.0',
  'Unlicense',
  'Zlib',
]);

/** Packages whose package.json does not say it, or not as SPDX; their licence file was read. */
const READ_BY_HAND = new Map([
  ['@visx/vendor', 'MIT AND ISC'],
  ['khroma', 'MIT'],
]);

/**
 * Every package that the server and the web app are built of.
 *
 * @returns {{ name: string, version: string, license: string }[]}
 */
export function readLicenses() {
  const folder = mkdtempSync(join(tmpdir(), 'satchel-sbom-'));
  const file = join(folder, 'sbom.json');
  try {
    execFileSync(
      'pnpm',
      [...FILTERS, 'sbom', '--prod', '--sbom-format', 'cyclonedx', '--out', file],
      {
        cwd: root,
        stdio: 'ignore',
      },
    );
    const { components } = JSON.parse(readFileSync(file, 'utf8'));
    return components.map(({ group, name: own, version, licenses: [license] = [] }) => {
      const name = group ? `${group}/${own}` : own;
      const said = license?.expression ?? license?.license?.id ?? license?.license?.name;
      return { name, version, license: READ_BY_HAND.get(name) ?? said ?? 'unknown' };
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Whether the product may have a package with this licence in it: each of `AND`, one of `OR`. */
export function isAccepted(license) {
  const bare = license.replace(/[()]/g, '');
  return bare
    .split(' AND ')
    .every((part) => part.split(' OR ').some((name) => ACCEPTED.has(name.trim())));
}

function describe(packages) {
  const byLicense = Map.groupBy(packages, ({ license }) => license);
  const sections = [...byLicense]
    .sort(([, one], [, other]) => other.length - one.length)
    .map(([license, found]) => {
      const names = [...new Set(found.map(({ name }) => name))].sort();
      return `## ${license}\n\n${names.join(', ')}\n`;
    });
  return `# Licences\n\n<!-- Written by \`npm run licenses\`. -->\n\nSatchel itself is under Apache-2.0. This is what it is built of, by licence. Packages that only its\ndevelopers use are not listed.\n\n${sections.join('\n')}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(join(root, 'docs/licenses.md'), describe(readLicenses()));
}
