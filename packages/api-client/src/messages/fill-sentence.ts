import { formatBytes } from '../format-bytes.ts';

/** Replaces each `{name}` in a sentence by its detail; a number of bytes is shown as a size such as `5 MB`. */
export function fillSentence(sentence: string, details: Readonly<Record<string, unknown>>): string {
  return sentence.replace(/\{(\w+)\}/g, (_, name: string) => {
    const detail = details[name] ?? '';
    return name.endsWith('Bytes') && typeof detail === 'number'
      ? formatBytes(detail)
      : String(detail);
  });
}
