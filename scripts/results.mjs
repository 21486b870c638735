// Reads the summaries of the test runners, and counts the written tests.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Reads the last summary of Vitest (`Tests  1 failed | 78 passed | 2 skipped (81)`) or of Playwright
 * (`177 passed (13.4m)`, with a line of its own for each of `failed`, `flaky` and `skipped`).
 * A test that passed at its second try has passed. Nothing where there is none.
 */
export function readResults(log) {
  const text = withoutColours(log);
  const vitest = [...text.matchAll(/^\s*Tests\s+(.*\(\d+\))\s*$/gm)].at(-1)?.[1];
  const playwright = text.match(/^ {2}\d+ (?:passed|failed|flaky|skipped|did not run).*$/gm);
  const summary = vitest ?? playwright?.join('\n');
  if (summary === undefined) return undefined;
  const count = (name) => Number(new RegExp(`(\\d+) ${name}`).exec(summary)?.[1] ?? 0);
  return {
    passed: count('passed') + count('flaky'),
    failed: count('failed'),
    skipped: count('skipped') + count('todo') + count('did not run'),
  };
}

const FAILURES_MAX_CHARACTERS = 6_000;
const ENDING_CHARACTERS = 2_000;

/**
 * Extracts failures and their reasons from the log of a failed run, because thousands of lines of other tests
 * surround them. Errors outside of any test fail a run of Vitest, too. If the runner reported nothing,
 * because it was ended or has crashed, it returns the last lines.
 */
export function readFailures(log) {
  const text = withoutColours(log);
  const vitest =
    /^⎯+ (?:Failed (?:Suites|Tests) |Unhandled Errors )[\s\S]*?(?=^ *Test Files )/m.exec(text)?.[0];
  const list = /^ {2}\d+ failed\n(?: {4}.*\n)+/m.exec(text)?.[0];
  const reasons = /^ {2}1\) \[[\s\S]*?(?=^ {2}\d+ failed$)/m.exec(text)?.[0];
  // Browsers report much that is no fault.
  const playwright = list && list + (reasons ?? '').replace(/^ *(?:- )?\[pid=.*\n/gm, '');
  const told = (vitest ?? playwright)?.trimEnd().slice(0, FAILURES_MAX_CHARACTERS);
  return told ?? text.trimEnd().slice(-ENDING_CHARACTERS);
}

function withoutColours(log) {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are written with them.
  return log.replace(/\u001b\[[\d;]*m/g, '');
}

/** The bodies of tests: `it.each` over 30 rows is one that is written, and 30 that run. */
export function countWrittenTests(folder) {
  const test = /^\s*(?:it|test)(?:\.(?:each|for|concurrent|skipIf|runIf)\b.*)?\s*[(`]/gm;
  return testFilesBelow(folder)
    .map((path) => readFileSync(path, 'utf8').match(test)?.length ?? 0)
    .reduce((sum, count) => sum + count, 0);
}

function testFilesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isFile()) return /\.(?:test|spec)\.tsx?$/.test(entry.name) ? [path] : [];
    const isOurs = entry.isDirectory() && !/^(?:node_modules|dist|\..*)$/.test(entry.name);
    return isOurs ? testFilesBelow(path) : [];
  });
}
