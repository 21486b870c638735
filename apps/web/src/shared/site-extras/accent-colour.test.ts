import { beforeEach, describe, expect, it } from 'vitest';
import { showAccentColour } from './accent-colour.ts';

const root = document.documentElement;

describe('the accent colour of the site', () => {
  beforeEach(() => showAccentColour(''));

  it('is the one of the settings, and goes with it', () => {
    showAccentColour('#1D6b8f');
    expect(root.style.getPropertyValue('--site-accent')).toBe('#1D6b8f');
    expect(root.dataset.accent).toBe('site');
    showAccentColour('');
    expect(root.style.getPropertyValue('--site-accent')).toBe('');
    expect(root.dataset.accent).toBeUndefined();
  });

  it.each(['red', '#12345', '#1234567', 'url(https://example.com)', '#12345g'])(
    'is the own one where the setting is %j',
    (colour) => {
      showAccentColour('#000000');
      showAccentColour(colour);
      expect(root.dataset.accent).toBeUndefined();
    },
  );
});
