import type { TEXT_KINDS } from '@satchel/api-client/contract/limits';

export type TextKind = (typeof TEXT_KINDS)[number];

export interface DetectedKind {
  readonly kind: TextKind;
  /** A language of the highlighter; null if the text is not code. */
  readonly language: string | null;
}

/** Number of characters to check, because checking 10 MB would delay typing. */
const LOOKED_AT_LENGTH = 20_000;

type Sign = readonly [language: string, test: RegExp];

/** First lines that identify a language with certainty. */
const FIRST_LINES: readonly Sign[] = [
  ['bash', /^#!.{0,40}\b(ba|z|da)?sh\b/],
  ['python', /^#!.{0,40}\bpython/],
  ['javascript', /^#!.{0,40}\bnode\b/],
  ['php', /^<\?php/],
  ['xml', /^\s{0,100}<(\?xml|!doctype html|html|svg)\b/i],
  ['diff', /^(diff --git |--- \S.*\n\+\+\+ \S)/],
];

/** Signs that only Markdown has, at least among languages without `#` comments. */
const STRONG_MARKDOWN = /^(```|~~~)|^#{1,6} \S/m;

/** Signs of languages; the first match wins. */
const LANGUAGES: readonly Sign[] = [
  ['dockerfile', /^FROM \S+\n[\s\S]{0,5000}?^(RUN|COPY|CMD) /m],
  ['cpp', /^#include\s?[<"]/m],
  ['go', /^package \w+\n[\s\S]{0,5000}?^func /m],
  ['rust', /^\s{0,80}(pub )?fn \w+.*\{$|^use \w+::/m],
  ['java', /^\s{0,80}(public|private) (static |final ){0,2}(class|interface|void|[A-Z]\w*) \w+/m],
  ['python', /^(def \w+\(.*|class \w+.*):\s*$|^from [\w.]+ import /m],
  [
    'sql',
    /^\s{0,80}(select\b[\s\S]{1,300}\bfrom\b|insert into \w|create table \w|update \w+ set )/im,
  ],
  ['typescript', /^(export )?(interface \w+.* \{|type \w+ = )|^\s{0,80}(const|let) \w+: \w+/m],
  [
    'javascript',
    /^\s{0,80}(const|let|var) \w+ = |^\s{0,80}(export )?(async )?function \w+\(|=> \{$/m,
  ],
  ['css', /^[.#@]?[\w-]+[^{}\n]{0,200}\{\s{0,80}[\w-]+: ?[^;{}\n]+;/m],
  ['yaml', /^[\w-]+:\n {2,8}[\w-]+:/m],
];

const HASH_COMMENTS = new Set(['bash', 'dockerfile', 'php', 'python', 'yaml']);

const MARKDOWN =
  /^\s{0,3}[-*+] (\[[ x]\] )?\S.*\n\s{0,3}[-*+] \S|^\d+\. \S.*\n\d+\. \S|\[[^\]\n]{1,300}\]\([^)\s]{1,300}\)|\*\*\S[^*\n]{0,300}\*\*|^> \S|^\|.+\|\n\|[\s:|-]+\||`[^`\n]{1,300}`|\$\$[^$]{1,2000}\$\$/m;

/** Guesses the kind of a text. The user who shares it can choose another. */
export function detectKind(text: string): DetectedKind {
  const beginning = text.slice(0, LOOKED_AT_LENGTH);
  const certain = isJson(text) ? 'json' : languageBy(FIRST_LINES, beginning);
  if (certain) return { kind: 'code', language: certain };
  const language = languageBy(LANGUAGES, beginning);
  const isQuoted = STRONG_MARKDOWN.test(beginning) && !HASH_COMMENTS.has(language ?? '');
  if (language !== null && !isQuoted) return { kind: 'code', language };
  const isMarkdown = isQuoted || MARKDOWN.test(beginning);
  return { kind: isMarkdown ? 'markdown' : 'text', language: null };
}

function languageBy(signs: readonly Sign[], text: string): string | null {
  return signs.find(([, test]) => test.test(text))?.[0] ?? null;
}

function isJson(text: string): boolean {
  if (!/^\s*[[{]/.test(text) || text.length > LOOKED_AT_LENGTH * 10) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
