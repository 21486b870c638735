import { describe, expect, it } from 'vitest';
import { createSecretKey } from '#security/secret-key.ts';
import { createGrants, GRANT_LIFETIME_MS } from './grant.ts';

const NOW = new Date('2026-01-01T00:00:00Z');
const SHARE = { id: 'share', updatedAt: new Date('2025-12-31T00:00:00Z'), expiresAt: null };
const grants = createGrants(createSecretKey('a secret of the server'));
const after = (ms: number) => new Date(NOW.getTime() + ms);

describe('grants (CONTRACT A3)', () => {
  it('hold for their share until their time is over', () => {
    const grant = grants.issue(SHARE, NOW);
    expect(grants.isValid(grant, SHARE, NOW)).toBe(true);
    expect(grants.isValid(grant, SHARE, after(GRANT_LIFETIME_MS - 1))).toBe(true);
    expect(grants.isValid(grant, SHARE, after(GRANT_LIFETIME_MS))).toBe(false);
  });

  it('end with a share that expires sooner', () => {
    const share = { ...SHARE, expiresAt: after(1000) };
    const grant = grants.issue(share, NOW);
    expect(grants.isValid(grant, share, after(999))).toBe(true);
    expect(grants.isValid(grant, share, after(1000))).toBe(false);
  });

  it('hold for no other share, no other version of it and under no other key', () => {
    const grant = grants.issue(SHARE, NOW);
    expect(grants.isValid(grant, { ...SHARE, id: 'other' }, NOW)).toBe(false);
    expect(grants.isValid(grant, { ...SHARE, updatedAt: NOW }, NOW)).toBe(false);
    const others = createGrants(createSecretKey('another secret'));
    expect(others.isValid(grant, SHARE, NOW)).toBe(false);
  });

  it('for thumbnails are none for the share, nor the other way round', () => {
    const thumbnails = grants.issue(SHARE, NOW, GRANT_LIFETIME_MS, 'thumbnails');
    expect(grants.endOf(thumbnails, SHARE, NOW)).toBeUndefined();
    expect(grants.endOf(thumbnails, SHARE, NOW, 'thumbnails')).toBe(
      after(GRANT_LIFETIME_MS).getTime(),
    );
    expect(grants.endOf(grants.issue(SHARE, NOW), SHARE, NOW, 'thumbnails')).toBeUndefined();
  });

  it.each(['', '.', 'x', 'x.y', 'zzzzzzzzz.', '.abc', 'NaN.NaN', '1e9.x'])(
    'refuse %j',
    (forged) => {
      expect(grants.isValid(forged, SHARE, NOW)).toBe(false);
    },
  );

  it('refuse a time that was changed', () => {
    const [expiry = '', signature = ''] = grants.issue(SHARE, NOW).split('.');
    const later = (Number.parseInt(expiry, 36) + 1).toString(36);
    expect(grants.isValid(`${later}.${signature}`, SHARE, NOW)).toBe(false);
  });
});
