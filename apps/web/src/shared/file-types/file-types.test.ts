import { describe, expect, it } from 'vitest';
import { codeLanguageOf, fileExtensionOf, fileTypeOf } from './file-types.ts';

describe('file types', () => {
  it('know the language of code by its extension, else by its whole name', () => {
    const names = ['a.tsx', 'a.py', 'Makefile', '.env', 'a.fish'];
    expect(names.map(codeLanguageOf)).toEqual(['typescript', 'python', 'makefile', '.env', 'fish']);
  });

  it('take the media type only where the name says nothing', () => {
    expect(fileTypeOf('a.rs', 'application/octet-stream')?.kind).toBe('code');
    expect(fileTypeOf('blob', 'application/zip')?.kind).toBe('archive');
    expect(fileTypeOf('blob', 'text/plain; charset=utf-8')?.kind).toBe('text');
    expect(fileTypeOf('blob', 'application/octet-stream')).toBeUndefined();
  });

  it('are not read from extensions that are whole names', () => {
    expect(fileTypeOf('pages')).toBeUndefined();
    expect(fileTypeOf('LICENSE')?.kind).toBe('text');
  });

  it.each([
    ['text', null, 'txt'],
    ['markdown', null, 'md'],
    ['code', 'python', 'py'],
    ['code', 'json', 'json'],
    ['code', null, 'txt'],
  ] as const)('saves %s in %s as .%s', (kind, language, extension) => {
    expect(fileExtensionOf({ kind, language })).toBe(extension);
  });
});
