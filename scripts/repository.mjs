// Address of the project: `repository` in the root's package.json, which a fork changes.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** The address of the repository for people, such as `https://github.com/acme/satchel`. */
export function repositoryUrl() {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).repository;
}

/** The fields of a published package that say where it comes from. */
export function originOf(packageName, url = repositoryUrl()) {
  const directory = `packages/${packageName.replace('@satchel/', '')}`;
  if (!existsSync(join(root, directory))) return {};
  return {
    homepage: `${url}/tree/main/${directory}#readme`,
    repository: { type: 'git', url: `git+${url}.git`, directory },
    bugs: `${url}/issues`,
  };
}

/** @throws if the repository is still the placeholder, which must not be published on npm */
export function assertPublishable(url = repositoryUrl()) {
  if (!url.includes('/your-account/')) return;
  throw new Error(
    'Nothing is published yet: set `repository` in the package.json of the root to the address of your repository.',
  );
}
