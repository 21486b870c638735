import { previewKindOf } from '#shared/previews/preview-kind.ts';
import { extensionOf } from '../entry-kind.ts';
import type { Entry } from '../queries.ts';

export type EntryPreviewKind =
  | 'image'
  | 'video'
  | 'audio'
  | 'pdf'
  | 'markdown'
  | 'table'
  | 'code'
  | 'text'
  | 'office'
  | 'archive'
  | 'unknown';

/** Kinds that are read as text. */
export type TextKind = Extract<EntryPreviewKind, 'markdown' | 'table' | 'code' | 'text'>;

/** Whatever they are for, they are zip archives. */
const ARCHIVES = new Set(['zip', 'jar', 'war', 'apk', 'xpi', 'cbz', 'epub', 'aab', 'ipa', 'vsix']);
const TABLES = new Set(['csv', 'tsv']);
const MARKDOWN = new Set(['md', 'markdown', 'mdown', 'mkd', 'mkdn', 'mdx']);

/** Shorter films there are none of. */
const FILM_BYTES = 1024 * 1024;

/** How a file is shown: as the administrator's lists of extensions say, then by what is known of names. */
export function entryPreviewKindOf({
  name,
  typeName,
  size,
}: Pick<Entry, 'name' | 'typeName' | 'size'>): EntryPreviewKind {
  const extension = extensionOf(name);
  const byName = previewKindOf(name, '');
  // `.ts` is a film for some and TypeScript for others, which is much shorter.
  if (typeName === 'video' && byName === 'code' && (size ?? 0) < FILM_BYTES) return 'code';
  if (typeName === 'image' || typeName === 'video' || typeName === 'audio') return typeName;
  if (typeName === 'office') return 'office';
  if (extension === 'pdf') return 'pdf';
  if (ARCHIVES.has(extension)) return 'archive';
  if (typeName !== 'text') return byName ?? 'unknown';
  if (TABLES.has(extension)) return 'table';
  if (MARKDOWN.has(extension)) return 'markdown';
  return byName === 'code' ? 'code' : 'text';
}
