import { beforeEach, describe, expect, it } from 'vitest';
import { readPreferences, setGallery, setPreferences } from './preferences.ts';

beforeEach(() => localStorage.clear());

describe('what the explorer remembers (CONTRACT F11)', () => {
  it('is a list by name at first, with the gaps of the gallery', () => {
    expect(readPreferences()).toMatchObject({
      view: 'list',
      order: { sort: 'name', order: 'asc' },
      gallery: { columns: 0, horizontalGapPx: 4, verticalGapPx: 4, sort: 'name' },
    });
  });

  it('reads what older versions have stored, and ignores what it cannot read', () => {
    localStorage.setItem('file_explorer_view_mode', 'gallery');
    localStorage.setItem('file_explorer_sort_field', 'colour');
    localStorage.setItem('file_explorer_sort_order', 'desc');
    localStorage.setItem('gallery_column_count', 'auto');
    localStorage.setItem('gallery_horizontal_gap', '-3');
    localStorage.setItem('gallery_vertical_gap', '8');
    expect(readPreferences()).toMatchObject({
      view: 'gallery',
      order: { sort: 'name', order: 'desc' },
      gallery: { columns: 0, horizontalGapPx: 4, verticalGapPx: 8 },
    });
  });

  it('is there again after it was changed', () => {
    setPreferences({ isTreeOpen: false });
    setGallery({ columns: 4, isImagesOnly: true });
    expect(readPreferences()).toMatchObject({
      isTreeOpen: false,
      gallery: { columns: 4, isImagesOnly: true },
    });
  });
});
