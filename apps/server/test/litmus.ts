import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

/** Programs of Debian's package, one per suite. */
const PROGRAMS = '/usr/libexec/litmus';
const HTDOCS = '/usr/share/litmus/htdocs';

export const LITMUS_SUITES = ['basic', 'copymove', 'props', 'locks', 'http'] as const;

/** Number of tests in these suites. */
export const LITMUS_TESTS = 104;

export const hasLitmus = existsSync(join(PROGRAMS, 'basic'));

export interface LitmusResult {
  readonly passed: number;
  /** Lines about failures, warnings and skipped tests. */
  readonly complaints: readonly string[];
}

/** Runs a suite of litmus, the conformance tests of WebDAV, against a collection. */
export async function runLitmus(
  suite: (typeof LITMUS_SUITES)[number],
  url: string,
  { username, password }: { readonly username: string; readonly password: string },
): Promise<LitmusResult> {
  const directory = await mkdtemp(join(tmpdir(), 'satchel-litmus-'));
  try {
    const program = spawn(join(PROGRAMS, suite), ['--htdocs', HTDOCS, url, username, password], {
      cwd: directory,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [output, errors] = await Promise.all([text(program.stdout), text(program.stderr)]);
    const lines = `${output}\n${errors}`.split(/[\r\n]+/);
    const summary = lines.findLast((line) => line.includes('summary for')) ?? '';
    const [, passed = '0'] = /run: (\d+) passed/.exec(summary) ?? [];
    return {
      passed: Number(passed),
      complaints: lines.filter((line) => /FAIL|WARNING|SKIPPED|error:/.test(line)),
    };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
