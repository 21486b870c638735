import { describe, expect, it } from 'vitest';
import { shareChangesOf, shareFormOf } from './share-changes.ts';

const share = {
  slug: 'a',
  remark: 'title',
  note: 'private',
  views: 2,
  expires_at: '2026-05-01T10:20:30.400Z',
  max_views: 3,
  has_password: true,
};

describe('CONTRACT F3, F4: changes to a share', () => {
  it('leave slug, password and the exact expiry alone when nothing was touched', () => {
    expect(shareChangesOf(shareFormOf(share), share)).toEqual({
      slug: undefined,
      remark: 'title',
      note: 'private',
      resetsViews: false,
      password: undefined,
      removesPassword: false,
      expiresAt: '2026-05-01T10:20:30.400Z',
      maxViews: 3,
    });
  });

  it('clear title, note, expiry and limit with null', () => {
    const form = { ...shareFormOf(share), remark: '', note: '', expiresAt: '', maxViews: '0' };
    expect(shareChangesOf(form, share)).toMatchObject({
      remark: null,
      note: null,
      expiresAt: null,
      maxViews: null,
    });
  });

  it('send no password beside its removal', () => {
    const form = { ...shareFormOf(share), password: 'x', removesPassword: true };
    expect(shareChangesOf(form, share)).toMatchObject({
      password: undefined,
      removesPassword: true,
    });
  });
});
