import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const sources = globSync('src/**/*.ts', { cwd: root }).filter(
  (path) => !/\.test\.ts$|index\.ts$/.test(path),
);

describe('hover texts', () => {
  it.each(sources)('stand above every exported name and every field of %s', (path) => {
    const lines = readFileSync(join(root, path), 'utf8').split('\n');
    const isNamed = (line: string) => /^export |^ {2}readonly \w+/.test(line);
    // Further signatures of a function are below its first one, and need no comment.
    const bare = lines.filter(
      (line, at) => isNamed(line) && !/(\*\/|\S;)$/.test(lines[at - 1] ?? ''),
    );
    expect(lines.some(isNamed)).toBe(true);
    expect(bare).toEqual([]);
  });
});
