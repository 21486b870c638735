import { nameWithSuffix } from '@satchel/api-client/contract/item-path';
import type { DetectedKind } from '#shared/text/detect-kind.ts';

/** Kind of a file, for its icon and for filters. */
export type FileKind =
  | 'image'
  | 'video'
  | 'audio'
  | 'text'
  | 'code'
  | 'pdf'
  | 'document'
  | 'table'
  | 'slides'
  | 'archive'
  | 'font'
  | 'unknown';

/** Kinds of previews. */
export type PreviewKind =
  | 'image'
  | 'video'
  | 'audio'
  | 'pdf'
  | 'office'
  | 'markdown'
  | 'table'
  | 'code'
  | 'text'
  | 'archive';

export interface FileType {
  readonly kind: FileKind;
  /** Undefined if the file can only be downloaded. */
  readonly preview?: PreviewKind;
  /** Language name in the highlighter. */
  readonly language?: string;
  /** Whether the server creates thumbnails of it. */
  readonly hasThumbnail?: true;
}

interface CodeLanguage {
  /** Display name. */
  readonly name: string;
  /** File extensions. New files get the first one. */
  readonly extensions: string;
  /** Other names of the language after a Markdown code fence. */
  readonly aliases?: string;
}

/** Languages by their names in the highlighter. */
export const CODE_LANGUAGES = {
  bash: { name: 'Bash', extensions: 'sh bash zsh', aliases: 'shell console' },
  c: { name: 'C', extensions: 'c h' },
  cpp: { name: 'C++', extensions: 'cpp hpp cc' },
  csharp: { name: 'C#', extensions: 'cs' },
  css: { name: 'CSS', extensions: 'css' },
  dart: { name: 'Dart', extensions: 'dart' },
  diff: { name: 'Diff', extensions: 'diff patch' },
  dockerfile: { name: 'Dockerfile', extensions: 'dockerfile', aliases: 'docker' },
  elixir: { name: 'Elixir', extensions: 'ex exs' },
  go: { name: 'Go', extensions: 'go', aliases: 'golang' },
  graphql: { name: 'GraphQL', extensions: 'graphql gql' },
  haskell: { name: 'Haskell', extensions: 'hs' },
  ini: { name: 'INI, TOML', extensions: 'ini toml conf properties' },
  java: { name: 'Java', extensions: 'java gradle' },
  javascript: { name: 'JavaScript', extensions: 'js mjs cjs jsx' },
  json: { name: 'JSON', extensions: 'json jsonc json5 webmanifest' },
  kotlin: { name: 'Kotlin', extensions: 'kt kts' },
  less: { name: 'Less', extensions: 'less' },
  lua: { name: 'Lua', extensions: 'lua' },
  makefile: { name: 'Makefile', extensions: 'mk makefile', aliases: 'make' },
  nginx: { name: 'nginx', extensions: 'conf' },
  objectivec: { name: 'Objective-C', extensions: 'm', aliases: 'objc' },
  perl: { name: 'Perl', extensions: 'pl' },
  php: { name: 'PHP', extensions: 'php' },
  powershell: { name: 'PowerShell', extensions: 'ps1', aliases: 'ps' },
  python: { name: 'Python', extensions: 'py' },
  r: { name: 'R', extensions: 'r' },
  ruby: { name: 'Ruby', extensions: 'rb' },
  rust: { name: 'Rust', extensions: 'rs' },
  scala: { name: 'Scala', extensions: 'scala' },
  scss: { name: 'SCSS', extensions: 'scss' },
  sql: { name: 'SQL', extensions: 'sql' },
  swift: { name: 'Swift', extensions: 'swift' },
  typescript: { name: 'TypeScript', extensions: 'ts tsx mts cts' },
  vbnet: { name: 'Visual Basic', extensions: 'vb' },
  xml: { name: 'HTML, XML', extensions: 'xml html htm vue svelte' },
  yaml: { name: 'YAML', extensions: 'yaml yml' },
} as const satisfies Readonly<Record<string, CodeLanguage>>;

export type CodeLanguageName = keyof typeof CODE_LANGUAGES;

const LANGUAGES = new Map<string, CodeLanguage>(Object.entries(CODE_LANGUAGES));

/** File types by extension. If an extension is in two rows, the first row wins. */
const TYPES: readonly (readonly [type: FileType, extensions: string])[] = [
  [{ kind: 'image', preview: 'image', hasThumbnail: true }, 'jpg jpeg jfif png webp avif gif'],
  [{ kind: 'image', preview: 'image' }, 'bmp ico'],
  [{ kind: 'image', preview: 'image', language: 'xml' }, 'svg'],
  [{ kind: 'video', preview: 'video' }, 'mp4 webm mov m4v ogv mkv'],
  [{ kind: 'audio', preview: 'audio' }, 'mp3 flac ogg m4a wav opus aac weba'],
  [{ kind: 'pdf', preview: 'pdf' }, 'pdf'],
  [{ kind: 'document', preview: 'office' }, 'doc docx'],
  [{ kind: 'document', preview: 'archive' }, 'epub'],
  [{ kind: 'document' }, 'odt rtf pages'],
  [{ kind: 'table', preview: 'table' }, 'csv tsv'],
  [{ kind: 'table', preview: 'office' }, 'xls xlsx'],
  [{ kind: 'table' }, 'ods numbers parquet'],
  [{ kind: 'slides', preview: 'office' }, 'ppt pptx'],
  [{ kind: 'slides' }, 'odp key'],
  // All of these are ZIP archives.
  [{ kind: 'archive', preview: 'archive' }, 'zip jar war apk xpi cbz aab ipa vsix'],
  [{ kind: 'archive' }, 'tar gz tgz bz2 xz zst 7z rar iso dmg deb rpm'],
  [{ kind: 'font' }, 'ttf otf woff woff2'],
  [{ kind: 'text', preview: 'markdown', language: 'markdown' }, 'md markdown mdown mkd mkdn mdx'],
  [{ kind: 'text', preview: 'text' }, 'txt log srt vtt ass lrc license readme gitignore env'],
  [{ kind: 'code', preview: 'code' }, 'fish bat proto'],
  ...[...LANGUAGES].map(
    ([language, { extensions }]) =>
      [{ kind: 'code', preview: 'code', language }, extensions] as const,
  ),
];

const BY_EXTENSION = new Map(
  TYPES.flatMap(([type, extensions]) =>
    extensions.split(' ').map((extension) => [extension, type] as const),
  ).reverse(),
);

/** Complete names of text files, without a leading dot. */
const NAMES = new Set(['dockerfile', 'makefile', 'license', 'readme', 'gitignore', 'env']);

/** Types by media type, for names without a known extension; the first match wins. */
const BY_MEDIA_TYPE: readonly (readonly [RegExp, FileType])[] = [
  [/^image\//, { kind: 'image', preview: 'image' }],
  [/^video\//, { kind: 'video', preview: 'video' }],
  [/^audio\//, { kind: 'audio', preview: 'audio' }],
  [/^font\//, { kind: 'font' }],
  [/^application\/pdf/, { kind: 'pdf', preview: 'pdf' }],
  [/^text\/markdown/, { kind: 'text', preview: 'markdown', language: 'markdown' }],
  [/^text\//, { kind: 'text', preview: 'text' }],
  [/\/(json|xml|javascript|x-sh|x-yaml)$|\+(json|xml)$/, { kind: 'code', preview: 'code' }],
  [/zip|tar|compressed|rar|7z/, { kind: 'archive' }],
  [/^application\/(msword|vnd\.)/, { kind: 'document' }],
];

/** Splits a name into "holiday" and ".jpg". A name whose only dot is at the start has no extension. */
export function splitName(name: string): readonly [stem: string, extension: string] {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
}

/** Adds a number to a name, such as "notes (1).txt". The server numbers copies in the same way. */
export function numberedName(name: string, count: number): string {
  return nameWithSuffix(name, ` (${count})`);
}

/** Extension in lower case, without its dot; '' if there is none. */
export function extensionOf(name: string): string {
  return splitName(name)[1].slice(1).toLowerCase();
}

/** Type of a file by its name, otherwise by its media type; undefined if both are unknown. */
export function fileTypeOf(name: string, mediaType = ''): FileType | undefined {
  return typeOfName(name) ?? typeOfMediaType(mediaType);
}

function typeOfName(name: string): FileType | undefined {
  const extension = extensionOf(name);
  if (extension) return BY_EXTENSION.get(extension);
  const whole = name.replace(/^\./, '').toLowerCase();
  return NAMES.has(whole) ? BY_EXTENSION.get(whole) : undefined;
}

function typeOfMediaType(mediaType: string): FileType | undefined {
  const plain = mediaType.split(';')[0]?.trim().toLowerCase() ?? '';
  return BY_MEDIA_TYPE.find(([pattern]) => pattern.test(plain))?.[1];
}

/** Language of a file for the highlighter. Never '', because its lines would not be numbered. */
export function codeLanguageOf(name: string): string {
  return typeOfName(name)?.language ?? (extensionOf(name) || name.toLowerCase());
}

const ALIASES = new Map(
  [...LANGUAGES].flatMap(([language, { aliases }]) =>
    (aliases?.split(' ') ?? []).map((alias) => [alias, language] as const),
  ),
);

/** Finds a language by its name, an alias, or an extension. */
export function languageOf(written: string): string {
  const asked = written.toLowerCase();
  return ALIASES.get(asked) ?? BY_EXTENSION.get(asked)?.language ?? asked;
}

/** Display name of a language; unknown languages keep the given name. */
export function languageName(language: string): string {
  return LANGUAGES.get(language)?.name ?? language;
}

/** File extension of a text, without the dot: `md`, `py`, otherwise `txt`. */
export function fileExtensionOf({ kind, language }: DetectedKind): string {
  if (kind === 'markdown') return 'md';
  if (kind !== 'code' || !language) return 'txt';
  return LANGUAGES.get(language)?.extensions.split(' ')[0] ?? language;
}

/** Encoding by the byte order mark; null if there is none of UTF-16. */
export function utf16ByMark(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return null;
}
