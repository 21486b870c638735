import { describe, expect, it } from 'vitest';
import type { RequestRow } from '../queries.ts';
import { changesOf, NEW_REQUEST, newRequestOf, optionsOf, problemsOf } from './request-options.ts';

const ROW = {
  title: 'Documents',
  slug: 'docs',
  message: 'Until Friday',
  note: null,
  path: '/m/in',
  max_files: 5,
  max_file_bytes: 1_572_864,
  max_total_bytes: null,
  types: ['image/*', '.pdf'],
  wanted: ['Passport', 'Photo'],
  ask_name: true,
  notify_url: null,
  expires_at: '2030-01-02T03:04:05.000Z',
} as unknown as RequestRow;

describe('options of an upload request (CONTRACT A7)', () => {
  it('are sent as typed', () => {
    const options = {
      ...NEW_REQUEST,
      title: ' Documents ',
      wanted: 'Passport\n\n Photo \n',
      types: 'image/*, .pdf，.txt',
      maxFiles: '5',
      maxFileMegabytes: '1.5',
      path: '/m/in',
    };
    expect(problemsOf(options)).toEqual(new Set());
    expect(newRequestOf(options)).toMatchObject({
      title: 'Documents',
      wanted: ['Passport', 'Photo'],
      types: ['image/*', '.pdf', '.txt'],
      max_files: 5,
      max_file_bytes: 1_572_864,
      max_total_bytes: null,
      expires_in: 0,
      path: '/m/in',
    });
  });

  it('stay as they are, with the seconds of their end, if nothing is typed', () => {
    expect(changesOf(optionsOf(ROW), ROW)).toEqual({
      title: 'Documents',
      message: 'Until Friday',
      note: null,
      wanted: ['Passport', 'Photo'],
      types: ['image/*', '.pdf'],
      ask_name: true,
      max_files: 5,
      max_file_bytes: 1_572_864,
      max_total_bytes: null,
      notify_url: null,
      expires_at: '2030-01-02T03:04:05.000Z',
    });
  });

  it('remove a password only if asked to', () => {
    const typed = { ...optionsOf(ROW), password: 'typed' };
    expect(changesOf(typed, ROW).password).toBe('typed');
    expect(changesOf({ ...typed, removesPassword: true }, ROW).password).toBe('');
  });

  it.each([
    ['title', { title: ' ' }],
    ['slug', { slug: 'a b' }],
    ['maxFiles', { maxFiles: '-1' }],
    ['maxFileMegabytes', { maxFileMegabytes: 'many' }],
    ['maxTotalMegabytes', { maxTotalMegabytes: '1,5' }],
    ['types', { types: 'pdf' }],
    ['wanted', { wanted: 'x'.repeat(201) }],
  ])('have a problem with %s in %j', (problem, typed) => {
    expect(problemsOf({ ...NEW_REQUEST, title: 'T', ...typed })).toEqual(new Set([problem]));
  });
});
