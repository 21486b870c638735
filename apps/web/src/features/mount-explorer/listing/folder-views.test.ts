import { describe, expect, it } from 'vitest';
import { parseViews, viewOf } from './folder-views.ts';

describe('the view of a folder', () => {
  const views = parseViews([
    ['/', 'grid'],
    ['/team/Photos', 'gallery'],
    ['/team/Photos/Scans', 'list'],
  ]);

  it('is its own, or that of the nearest folder above it', () => {
    expect(viewOf('/team/Photos', views)).toBe('gallery');
    expect(viewOf('/team/Photos/2026/May', views)).toBe('gallery');
    expect(viewOf('/team/Photos/Scans', views)).toBe('list');
  });

  it('is not that of other folders, nor that of the list of mounts', () => {
    expect(viewOf('/team/Texts', views)).toBeUndefined();
    expect(viewOf('/team/Photos and more', views)).toBeUndefined();
    expect(viewOf('/', views)).toBe('grid');
  });

  it('is dropped if it cannot be read, or is one of too many', () => {
    expect(parseViews('gallery')).toEqual([]);
    expect(parseViews([['/a', 'cinema'], 7, [1, 'list']])).toEqual([]);
    const many = Array.from({ length: 300 }, (_, index) => [`/${index}`, 'grid']);
    expect(parseViews(many)).toHaveLength(200);
    expect(parseViews(many).at(-1)).toEqual(['/299', 'grid']);
  });
});
