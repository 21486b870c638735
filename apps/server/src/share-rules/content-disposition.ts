/** Types that a browser runs or may be tricked into running (SECURITY 4). */
const ACTIVE_TYPES =
  /^(text\/(html|xml|xsl|javascript|ecmascript|vbscript)|application\/(xhtml\+xml|xml|javascript|ecmascript|x-shockwave-flash)|image\/svg\+xml|multipart\/|.*\+xml)/i;

/** Characters that reverse a name on screen, so that `gpj.exe` reads as `exe.jpg`. */
const BIDI_CONTROLS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

export function isActiveType(contentType: string): boolean {
  return ACTIVE_TYPES.test(contentType);
}

/** A `Content-Disposition` that no file name can break out of (SECURITY 9), by RFC 6266. */
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

export function withCharset(contentType: string): string {
  return /^text\//i.test(contentType) && !/charset=/i.test(contentType)
    ? `${contentType}; charset=utf-8`
    : contentType;
}
