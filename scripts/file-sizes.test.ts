import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const MAX_LINES = 300;
const MAX_TEST_LINES = 600;
const MAX_ROOM_FILES = 12;

/** Files that people write, as git knows them. */
function sourceFiles(): readonly string[] {
  const list = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  return list
    .split('\n')
    .filter((path) => /\.(ts|tsx|mjs|js|css)$/.test(path) && !/\.gen\.ts$/.test(path));
}

describe('house rules (docs/architecture.md)', () => {
  const files = sourceFiles().map((path) => {
    const lines = readFileSync(join(root, path), 'utf8').split('\n').length - 1;
    return { path, lines };
  });

  it('finds the sources', () => {
    expect(files.length).toBeGreaterThan(100);
  });

  it('keeps files at 300 lines, tests at 600', () => {
    const isTest = (path: string) => /\.test\.tsx?$|\/e2e\/|\/test\//.test(path);
    const tooLong = files.filter(
      ({ path, lines }) => lines > (isTest(path) ? MAX_TEST_LINES : MAX_LINES),
    );
    expect(tooLong).toEqual([]);
  });

  it('keeps rooms of the server at a dozen files, without their tests', () => {
    const rooms = files
      .map(({ path }) => path)
      .filter((path) => path.startsWith('apps/server/src/') && !path.endsWith('.test.ts'));
    const byRoom = Map.groupBy(rooms, dirname);
    expect(byRoom.size).toBeGreaterThan(20);
    const full = [...byRoom].filter(([, inside]) => inside.length > MAX_ROOM_FILES);
    expect(full.map(([room]) => room)).toEqual([]);
  });

  it('has no file whose name says nothing', () => {
    const vague = /\/(utils?|helpers?|types|common|misc)\.tsx?$/;
    expect(files.filter(({ path }) => vague.test(`/${path}`))).toEqual([]);
  });
});
