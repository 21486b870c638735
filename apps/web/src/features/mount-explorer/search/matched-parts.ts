export interface NamePart {
  readonly text: string;
  readonly isMatch: boolean;
}

/** Splits a name at the matches of the search words, ignoring case, so that they can be highlighted. */
export function matchedParts(name: string, words: string): readonly NamePart[] {
  const wanted = words.trim().toLowerCase();
  const lower = name.toLowerCase();
  // Lower case may be longer ("İ"), and then its positions differ from those in the name.
  if (wanted === '' || lower.length !== name.length) return [{ text: name, isMatch: false }];
  const parts: NamePart[] = [];
  let from = 0;
  for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, from)) {
    if (at > from) parts.push({ text: name.slice(from, at), isMatch: false });
    from = at + wanted.length;
    parts.push({ text: name.slice(at, from), isMatch: true });
  }
  if (from < name.length) parts.push({ text: name.slice(from), isMatch: false });
  return parts;
}
