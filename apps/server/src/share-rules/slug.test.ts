import { describe, expect, it } from 'vitest';
import { AppError } from '#errors';
import { checkSlug, withSlug } from './slug.ts';

const taken = () => new AppError('shares.slug_taken');

describe('checkSlug (CONTRACT A5)', () => {
  it.each([
    'admin',
    'API',
    'Dav',
    's3',
    'Mount-Explorer',
    'NULL',
    'sw',
    'Service-Worker',
    'favicon',
  ])('refuses the reserved %s in any case', (slug) => {
    expect(() => checkSlug(slug)).toThrow(
      expect.objectContaining({ code: 'shares.slug_reserved' }),
    );
  });

  it('takes others as they are, and nothing for a random one', () => {
    expect(checkSlug('Admin2')).toBe('Admin2');
    expect([checkSlug(''), checkSlug(null), checkSlug(undefined)]).toEqual(
      Array(3).fill(undefined),
    );
  });
});

describe('withSlug (CONTRACT A3)', () => {
  it('tries another random slug of 6 characters where one is taken', async () => {
    const tried: string[] = [];
    const result = await withSlug(undefined, async (slug) => {
      tried.push(slug);
      if (tried.length < 4) throw taken();
      return slug;
    });
    expect(result).toBe(tried[3]);
    expect(new Set(tried).size).toBe(4);
    for (const slug of tried) expect(slug).toMatch(/^[A-Za-z0-9]{6}$/);
  });

  it('gives up in the end, and at once for a chosen slug or another failure', async () => {
    const countTries = async (chosen: string | undefined, error: Error) => {
      let count = 0;
      const attempt = withSlug(chosen, async () => {
        count += 1;
        throw error;
      });
      await expect(attempt).rejects.toBe(error);
      return count;
    };
    expect(await countTries(undefined, taken())).toBe(8);
    expect(await countTries('mine', taken())).toBe(1);
    expect(await countTries(undefined, new Error('the database is gone'))).toBe(1);
  });
});
