import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Root of the repository. */
export const root = join(import.meta.dirname, '..');

/** Folder of the generated pages, which VitePress reads. */
export const pages = join(import.meta.dirname, 'pages');

/** Path below which the site is served. */
export const BASE = process.env.SITE_BASE ?? '/';

/** The packages of the site, in the order of its navigation. */
export const PACKAGES = ['multipart-uploader', 'permissions', 'api-client', 'cli'] as const;

/** A documented entry point of a package. */
export interface Entry {
  /** Module name in imports. */
  readonly specifier: string;
  /** Path of its source in the package. */
  readonly source: string;
}

/** Published entry points of a package, as its `exports` list them. */
export function entriesOf(name: string): readonly Entry[] {
  const manifest = JSON.parse(
    readFileSync(join(root, 'packages', name, 'package.json'), 'utf8'),
  ) as {
    readonly exports?: Readonly<Record<string, string>>;
    readonly publishConfig?: { readonly exports?: Readonly<Record<string, string>> };
  };
  return Object.keys(manifest.publishConfig?.exports ?? {})
    .filter((path) => !path.includes('*'))
    .map((path) => ({
      specifier: `@satchel/${name}${path.slice(1)}`,
      source: manifest.exports?.[path] ?? '',
    }));
}

/** Address of the repository, for links to its files. */
export const REPOSITORY = String(
  JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).repository,
);
