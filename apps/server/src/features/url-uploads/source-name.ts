import { nameOf } from '#paths/key.ts';

/** Name of a file whose source gives none. */
const NAMELESS = 'download';
/** Maximum length. Longer names keep their end, which has the extension. */
const MAX_LENGTH = 255;

/**
 * Name of a file from its source (CONTRACT F8): the last segment of the URL if it has a dot, else the
 * name in `Content-Disposition`, else the last segment of the URL after redirects.
 */
export function filenameOf(
  requested: URL,
  final: URL,
  contentDisposition: string | undefined,
): string {
  const name =
    dottedSegmentOf(requested) ??
    filenameOfDisposition(contentDisposition ?? '') ??
    dottedSegmentOf(final) ??
    NAMELESS;
  return name.slice(-MAX_LENGTH);
}

function dottedSegmentOf({ pathname }: URL): string | undefined {
  const segment = decode(nameOf(pathname));
  return segment.includes('.') ? segment : undefined;
}

/** RFC 6266 4.3: `filename*` has priority over `filename`. */
function filenameOfDisposition(header: string): string | undefined {
  const encoded = /;\s{0,9}filename\*\s{0,9}=\s{0,9}utf-8'[^']{0,35}'([^\s;]+)/i.exec(header)?.[1];
  if (encoded) return decode(encoded) || undefined;
  const quoted = /;\s{0,9}filename\s{0,9}=\s{0,9}"((?:\\.|[^"\\])*)"/i.exec(header)?.[1];
  const plain =
    quoted?.replace(/\\(.)/g, '$1') ??
    /;\s{0,9}filename\s{0,9}=\s{0,9}([^\s;"]+)/i.exec(header)?.[1];
  // Header bytes arrive as Latin-1; servers send UTF-8.
  return (plain && Buffer.from(plain, 'latin1').toString('utf8')) || undefined;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
