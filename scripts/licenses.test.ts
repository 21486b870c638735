import { expect, it } from 'vitest';
import { isAccepted, readLicenses } from './licenses.mjs';

it('nothing that the product is built of has a licence that nobody has looked at (SECURITY 13)', () => {
  const packages = readLicenses();
  expect(packages.map(({ name }) => name)).toContain('fastify');
  expect(packages.filter(({ license }) => !isAccepted(license))).toEqual([]);
});

it.each([
  ['MIT', true],
  ['(MIT OR GPL-3.0-only)', true],
  ['MIT AND GPL-3.0-only', false],
  ['AGPL-3.0-only', false],
  ['unknown', false],
])('%s is accepted: %s', (license, isFine) => {
  expect(isAccepted(license)).toBe(isFine);
});
