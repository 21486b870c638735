/** Program and operating system of a client, if its `User-Agent` names them. */
export interface AgentWords {
  readonly program: string | undefined;
  readonly system: string | undefined;
}

/** Patterns of browsers. The first match wins, because browsers also name those they imitate. */
const PROGRAMS: readonly [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|Chromium|CriOS)\//, 'Chrome'],
  [/\bVersion\/[\d.]+ (Mobile\/\w+ )?Safari\//, 'Safari'],
];

const SYSTEMS: readonly [RegExp, string][] = [
  [/\biPad\b/, 'iPadOS'],
  [/\biPhone\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\b(Mac OS X|Macintosh|Darwin)\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

const find = (list: readonly [RegExp, string][], agent: string) =>
  list.find(([pattern]) => pattern.test(agent))?.[1];

/**
 * Parses a `User-Agent` (RFC 9110, 10.1.5). For a program other than a browser it returns the program's own
 * name.
 */
export function agentWordsOf(agent: string): AgentWords {
  const own = /^(?!Mozilla\/)[^\s/()]{1,40}/.exec(agent)?.[0];
  return { program: find(PROGRAMS, agent) ?? own, system: find(SYSTEMS, agent) };
}
