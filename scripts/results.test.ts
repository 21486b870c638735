import { describe, expect, it } from 'vitest';
import { countWrittenTests, readFailures, readResults } from './results.mjs';

const VITEST = `
⎯⎯⎯⎯⎯⎯⎯ Failed Tests 1 ⎯⎯⎯⎯⎯⎯⎯

 FAIL  |integration| src/a.integration.test.ts > sends it twice
AssertionError: expected 1 to be 2

 Test Files  1 failed | 3 passed (4)
      Tests  1 failed | 78 passed | 2 skipped (81)
   Start at  04:01:48
`;
const PLAYWRIGHT = `
  ✓  177 [phone-zh] › e2e/uploads.spec.ts:103:1 › 3 failed files are tried again (6.8s)

  1) [desktop-en] › e2e/uploads.spec.ts:16:1 › 99 passed ──────

    Error: element is not visible
    [pid=8076][err] Failed to connect to the bus

  2 failed
    [desktop-en] › e2e/uploads.spec.ts:16:1 › 99 passed
  1 flaky
  4 skipped
  3 did not run
  177 passed (13.4m)
`;

describe('what a run of tests says at its end', () => {
  it('is read from Vitest', () => {
    expect(readResults(VITEST)).toEqual({ passed: 78, failed: 1, skipped: 2 });
    expect(readResults('      Tests  26 passed (26)\n')).toEqual({
      passed: 26,
      failed: 0,
      skipped: 0,
    });
  });

  it('is read through colours', () => {
    const coloured = '\u001b[2m      Tests \u001b[22m \u001b[1m\u001b[32m26 passed\u001b[39m (26)';
    expect(readResults(coloured)?.passed).toBe(26);
  });

  it('is read from Playwright, whose second tries count as passed', () => {
    expect(readResults(PLAYWRIGHT)).toEqual({ passed: 178, failed: 2, skipped: 7 });
  });

  it('names what failed, and nothing of what passed', () => {
    expect(readFailures(VITEST)).toMatch(/^⎯+ Failed Tests 1[\s\S]*sends it twice\n.*1 to be 2$/);
    expect(readFailures(PLAYWRIGHT)).toBe(
      [
        ...['  2 failed', '    [desktop-en] › e2e/uploads.spec.ts:16:1 › 99 passed'],
        ...['  1) [desktop-en] › e2e/uploads.spec.ts:16:1 › 99 passed ──────', ''],
        '    Error: element is not visible',
      ].join('\n'),
    );
  });

  it('tells of errors outside of tests, although all tests have passed', () => {
    const unhandled = `
⎯⎯⎯⎯⎯⎯ Unhandled Errors ⎯⎯⎯⎯⎯⎯

Vitest caught 1 unhandled error during the test run.
Error: write EPIPE
⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯


 Test Files  4 passed (4)
      Tests  81 passed (81)
     Errors  1 error
`;
    expect(readFailures(unhandled)).toMatch(/^⎯+ Unhandled Errors [\s\S]*write EPIPE\n⎯+$/);
  });

  it('tells the last words of a run that was ended', () => {
    const words = `   ✓ keeps a file\n`.repeat(1_000);
    const told = readFailures(`$ vitest run\n${words}Killed\n`);
    expect(told).toMatch(/Killed$/);
    expect(told.length).toBeLessThanOrEqual(2_000);
  });

  it('is nothing where the run ended before', () => {
    expect(readResults('$ vitest run\nKilled')).toBeUndefined();
  });
});

it('a table of cases counts as one written test', () => {
  const written = countWrittenTests(import.meta.dirname);
  expect(written).toBeGreaterThan(5);
  expect(written).toBeLessThan(100);
});
