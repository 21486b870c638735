import { usageError } from '../command-error.ts';

/** The address of a share, taken apart. */
export interface ShareLink {
  readonly kind: 'text' | 'file';
  /** Address of the server, which may include a path, without a slash at its end. */
  readonly serverUrl: string;
  readonly slug: string;
}

const PATHS: readonly (readonly [kind: ShareLink['kind'], path: RegExp])[] = [
  ['text', /^(.*?)\/(?:paste|api\/paste|api\/raw)\/([\w-]+)\/?$/],
  ['file', /^(.*?)\/(?:file|api\/public\/files|api\/file-view|api\/file-download)\/([\w-]+)\/?$/],
];

/**
 * Reads the link of a share: of its page, or of its content.
 *
 * @returns undefined if the text is no web address; it is a path of a mount then
 * @throws {CommandError} `link_invalid` for a web address that is no share's
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
