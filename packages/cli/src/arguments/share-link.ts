import { usageError } from '../command-error.ts';

/** Parsed address of a share. */
export interface ShareLink {
  readonly kind: 'text' | 'file';
  /** Address of the server, without a trailing slash. It may include a path. */
  readonly serverUrl: string;
  readonly slug: string;
}

const PATHS: readonly (readonly [kind: ShareLink['kind'], path: RegExp])[] = [
  ['text', /^(.*?)\/(?:paste|api\/paste|api\/raw)\/([\w-]+)\/?$/],
  ['file', /^(.*?)\/(?:file|api\/public\/files|api\/file-view|api\/file-download)\/([\w-]+)\/?$/],
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
    const { origin, pathname } = new URL(text);
    for (const [kind, path] of PATHS) {
      const [, base, slug] = path.exec(pathname) ?? [];
      if (base !== undefined && slug) return { kind, serverUrl: origin + base, slug };
    }
  }
  throw usageError('link_invalid', { link: text });
}
