import { typeForBrowsers } from '@satchel/local-s3/content-safety';

/** Types that a browser runs or may be tricked into running (SECURITY 4). */
const ACTIVE_TYPES =
  /^(text\/(html|xml|xsl|javascript|ecmascript|vbscript)|application\/(xhtml\+xml|xml|javascript|ecmascript|x-shockwave-flash)|image\/svg\+xml|multipart\/|.*\+xml)/i;

/** Characters that reverse a name on screen, so that `gpj.exe` reads as `exe.jpg`. */
const BIDI_CONTROLS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

export function isActiveType(contentType: string): boolean {
  return ACTIVE_TYPES.test(contentType);
}

/** `Content-Disposition` by RFC 6266, escaped so that no file name can break out of it (SECURITY 9). */
export function contentDisposition(content: {
  readonly filename: string;
  readonly contentType: string;
  readonly isDownload: boolean;
}): string {
  const kind = content.isDownload || isActiveType(content.contentType) ? 'attachment' : 'inline';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out (SECURITY 9)
  const name = content.filename.replace(BIDI_CONTROLS, '').replace(/[\u0000-\u001f\u007f]/g, '');
  const ascii = name.replace(/[^\u0020-\u007e]/g, '_').replace(/["\\%]/g, '_');
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

/** Content type that the server sends: code as text (SECURITY 20), and texts with their charset. */
export function sentContentType(contentType: string): string {
  const type = typeForBrowsers(contentType);
  return /^text\//i.test(type) && !/charset=/i.test(type) ? `${type}; charset=utf-8` : type;
}

/** Content type that a storage should send: text for every type that a browser might run (SECURITY 4). */
export function presignedContentType(contentType: string): string {
  return isActiveType(contentType) ? 'text/plain; charset=utf-8' : sentContentType(contentType);
}
