import { beforeEach, describe, expect, it } from 'vitest';
import { dismissAnnouncement, isDismissed } from './dismissed-announcements.ts';

describe('a dismissed announcement (SPEC 1)', () => {
  beforeEach(() => localStorage.clear());

  it('stays away until it says something else', () => {
    dismissAnnouncement('Closed on Monday');
    expect(isDismissed('Closed on Monday')).toBe(true);
    expect(isDismissed('Closed on Mondays')).toBe(false);
    expect(isDismissed('Closed on Tuesday')).toBe(false);
  });

  it('is remembered with the six before it (CONTRACT F11)', () => {
    const texts = Array.from({ length: 8 }, (_, index) => `Announcement ${index}`);
    for (const text of texts) dismissAnnouncement(text);
    expect(texts.map(isDismissed)).toEqual([false, ...Array(7).fill(true)]);
  });

  it('is forgotten where the browser stores nonsense', () => {
    localStorage.setItem('satchel.announcements-dismissed', '{"a":1}');
    expect(isDismissed('Announcement')).toBe(false);
  });
});
