import { describe, expect, it } from 'vitest';
import { fakeEntry } from '../listing/fake-entry.ts';
import { neighboursOf } from './neighbours.ts';

const entries = [fakeEntry('folder/'), fakeEntry('a.txt'), fakeEntry('b.txt'), fakeEntry('c.txt')];

describe('the files beside a file', () => {
  it('are those of the list, without its folders', () => {
    expect(neighboursOf(entries, 'b.txt')).toEqual({
      previous: 'a.txt',
      next: 'c.txt',
      position: 2,
      count: 3,
    });
  });

  it('end with the list', () => {
    expect(neighboursOf(entries, 'a.txt').previous).toBeNull();
    expect(neighboursOf(entries, 'c.txt').next).toBeNull();
  });

  it('are none where the list does not have the file', () => {
    expect(neighboursOf(entries, 'gone.txt')).toMatchObject({
      previous: null,
      next: null,
      position: 0,
    });
  });
});
