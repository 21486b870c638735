import { beforeEach, describe, expect, it } from 'vitest';
import { paletteViewOf } from './palette-keys.ts';

function press(init: KeyboardEventInit, target: string = 'body', isUsed = false) {
  const event = new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true });
  if (isUsed) event.preventDefault();
  document.querySelector(target)?.dispatchEvent(event);
  return paletteViewOf(event);
}

describe('the keys of the command palette', () => {
  beforeEach(() => {
    document.body.innerHTML = '<input><div contenteditable="true"><p></p></div><button></button>';
  });

  it('are Ctrl+K and ⌘K, also while somebody types', () => {
    expect(press({ key: 'k', ctrlKey: true })).toBe('commands');
    expect(press({ key: 'K', metaKey: true }, 'input')).toBe('commands');
    expect(press({ key: 'k' })).toBeUndefined();
    expect(press({ key: 'k', ctrlKey: true, shiftKey: true })).toBeUndefined();
  });

  it('leave Ctrl+K to the editor, which makes a link of it', () => {
    expect(press({ key: 'k', ctrlKey: true }, '[contenteditable]', true)).toBeUndefined();
  });

  it('are ? for the shortcuts, unless somebody types it', () => {
    expect(press({ key: '?', shiftKey: true }, 'button')).toBe('shortcuts');
    expect(press({ key: '?' }, 'input')).toBeUndefined();
    expect(press({ key: '?' }, 'p')).toBeUndefined();
  });
});
