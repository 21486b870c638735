import { formatBytes } from '../format-bytes.ts';

/** Replaces each `{name}` in a sentence by its detail; one called `…Bytes` is a size. */
export function fillSentence(sentence: string, details: Readonly<Record<string, unknown>>): string {
  return sentence.replace(/\{(\w+)\}/g, (_, name: string) => {
    const detail = details[name] ?? '';
    const isSize = name.endsWith('Bytes') && typeof detail === 'number';
    return isSize ? formatBytes(detail) : String(detail);
  });
}
