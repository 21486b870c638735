import type { DetectedKind } from './detect-kind.ts';

/** Extensions that differ from the language's name. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  bash: 'sh',
  csharp: 'cs',
  elixir: 'ex',
  haskell: 'hs',
  javascript: 'js',
  kotlin: 'kt',
  makefile: 'mk',
  nginx: 'conf',
  objectivec: 'm',
  perl: 'pl',
  powershell: 'ps1',
  python: 'py',
  ruby: 'rb',
  rust: 'rs',
  typescript: 'ts',
  vbnet: 'vb',
};

/** Extension of a text's file, without the dot: `md`, `py`, else `txt`. */
export function fileExtensionOf({ kind, language }: DetectedKind): string {
  if (kind === 'markdown') return 'md';
  if (kind !== 'code' || !language) return 'txt';
  return EXTENSIONS[language] ?? language;
}
