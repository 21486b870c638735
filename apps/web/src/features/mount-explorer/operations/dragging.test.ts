import { describe } from 'vitest';
import { itMaps } from '#shared/testing/it-maps.ts';
import { canTake } from './dragging.ts';

describe('where entries can be dropped', () => {
  itMaps('into %s go %j: %s', canTake, [
    ['/m/b', ['/m/a.txt'], true],
    ['/m', ['/m/a.txt'], false],
    ['/m', ['/m/a/'], false],
    ['/m/a', ['/m/a/'], false],
    ['/m/a/deep', ['/m/a/'], false],
    ['/m/ab', ['/m/a/'], true],
    ['/m/a', ['/m/a/', '/m/b.txt'], false],
    ['/n', ['/m/a/', '/m/b.txt'], true],
    ['/', ['/m/a.txt'], true],
  ]);
});
