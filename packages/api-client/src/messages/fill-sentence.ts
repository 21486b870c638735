/** Replaces each `{name}` in a sentence by its detail. */
export function fillSentence(sentence: string, details: Readonly<Record<string, unknown>>): string {
  return sentence.replace(/\{(\w+)\}/g, (_, name: string) => String(details[name] ?? ''));
}
