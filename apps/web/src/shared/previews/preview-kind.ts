export type PreviewKind =
  | 'image'
  | 'video'
  | 'audio'
  | 'pdf'
  | 'office'
  | 'markdown'
  | 'code'
  | 'text';

const BY_EXTENSION: Readonly<Record<PreviewKind, string>> = {
  image: 'jpg jpeg png gif bmp svg ico webp avif',
  video: 'mp4 webm mov m4v ogv mkv',
  audio: 'mp3 flac ogg m4a wav opus aac weba',
  pdf: 'pdf',
  office: 'doc docx xls xlsx ppt pptx',
  markdown: 'md markdown mdown mkd mkdn',
  code: 'js mjs cjs jsx ts tsx mts cts json jsonc css scss less html htm xml vue svelte java kt kts go rs c h cpp hpp cc cs py rb php pl lua r swift scala dart sql sh bash zsh fish ps1 bat yml yaml toml ini conf properties diff patch graphql proto gradle dockerfile makefile',
  text: 'txt log csv tsv srt vtt ass lrc license readme gitignore env',
};

const KIND_OF = new Map(
  Object.entries(BY_EXTENSION).flatMap(([kind, extensions]) =>
    extensions.split(' ').map((extension) => [extension, kind as PreviewKind] as const),
  ),
);

/** How a file can be shown, by its name, else by its type; null if it can only be downloaded. */
export function previewKindOf(fileName: string, mimeType: string): PreviewKind | null {
  const lastPart = fileName.toLowerCase().split('.').at(-1) ?? '';
  return KIND_OF.get(lastPart) ?? kindOfType(mimeType);
}

function kindOfType(mimeType: string): PreviewKind | null {
  const [family, subtype = ''] = mimeType.split(';')[0]?.trim().toLowerCase().split('/') ?? [];
  if (family === 'image' || family === 'video' || family === 'audio') return family;
  if (mimeType.startsWith('application/pdf')) return 'pdf';
  if (mimeType.startsWith('text/markdown')) return 'markdown';
  if (family === 'text') return 'text';
  return /^(json|xml|javascript|x-sh|x-yaml)$|\+(json|xml)$/.test(subtype) ? 'code' : null;
}

/** A file's language for the highlighter, by its extension; unknown ones stay uncoloured. */
export function codeLanguageOf(fileName: string): string {
  const extension = fileName.toLowerCase().split('.').at(-1) ?? '';
  return extension === 'gradle' ? 'java' : extension;
}
