import { expect, it } from 'vitest';
import { fileExtensionOf } from './file-extension.ts';

it.each([
  ['text', null, 'txt'],
  ['markdown', null, 'md'],
  ['code', 'python', 'py'],
  ['code', 'json', 'json'],
  ['code', null, 'txt'],
] as const)('saves %s in %s as .%s', (kind, language, extension) => {
  expect(fileExtensionOf({ kind, language })).toBe(extension);
});
