import { contentTypeOf } from '#files/file-type.ts';

/**
 * True if a request accepts a file of this name. Its extension decides, and the media type of that, but
 * not what the sender says.
 *
 * @param types media types such as `image/*`, and extensions such as `.pdf`; null for all
 */
export function isAccepted(filename: string, types: readonly string[] | null): boolean {
  if (types === null || types.length === 0) return true;
  const name = filename.toLowerCase();
  const mediaType = contentTypeOf(filename).toLowerCase();
  return types.some((type) => {
    const wanted = type.toLowerCase();
    if (wanted.startsWith('.')) return name.endsWith(wanted) && name.length > wanted.length;
    if (wanted.endsWith('/*')) return mediaType.startsWith(wanted.slice(0, -1));
    return mediaType === wanted;
  });
}
