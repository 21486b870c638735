import { usageError } from '../command-error.ts';

/** Parsed address of a share. */
export interface ShareLink {
  /** `request` is a link through which others send files in. */
  readonly kind: 'text' | 'file' | 'bundle' | 'request';
  /** Address of the server, without a trailing slash. It may include a path. */
  readonly serverUrl: string;
  readonly slug: string;
  /** Folder of the bundle that the address names; undefined for all of it. */
  readonly folder?: string | undefined;
  /** File of the bundle that the address names. */
  readonly file?: string | undefined;
}

const PATHS: readonly (readonly [kind: ShareLink['kind'], path: RegExp])[] = [
  ['text', /^(.*?)\/(?:paste|api\/paste|api\/raw)\/([\w-]+)\/?$/],
  ['file', /^(.*?)\/(?:file|api\/public\/files|api\/file-view|api\/file-download)\/([\w-]+)\/?$/],
  ['bundle', /^(.*?)\/(?:share|api\/public\/bundles|api\/bundle-archive)\/([\w-]+)\/?$/],
  ['bundle', /^(.*?)\/api\/bundle-file\/([\w-]+)\/(.+)$/],
  ['request', /^(.*?)\/(?:request|api\/public\/requests)\/([\w-]+)\/?$/],
];

/**
 * Parses the link of a share: to its page or to its content.
 *
 * @returns undefined if the text is not a web address, because then it is a path of a mount
 * @throws {CommandError} `link_invalid` for a web address that is not a share link
 */
export function parseShareLink(text: string): ShareLink | undefined {
  if (!/^https?:\/\//i.test(text)) return undefined;
  if (URL.canParse(text)) {
    const { origin, pathname, searchParams } = new URL(text);
    for (const [kind, path] of PATHS) {
      const [, base, slug, file] = path.exec(pathname) ?? [];
      if (base === undefined || !slug) continue;
      const link = { kind, serverUrl: origin + base, slug };
      if (kind !== 'bundle') return link;
      // The page calls the shown folder `folder`, the archive's address calls it `path`.
      const folder = searchParams.get('folder') || searchParams.get('path') || undefined;
      const named = file === undefined ? searchParams.get('file') : decode(file, text);
      return { ...link, folder, file: named || undefined };
    }
  }
  throw usageError('link_invalid', { link: text });
}

function decode(path: string, link: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    throw usageError('link_invalid', { link });
  }
}
