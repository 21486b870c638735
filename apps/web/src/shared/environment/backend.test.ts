import { beforeEach, describe, expect, it } from 'vitest';
import { itMaps } from '#shared/testing/it-maps.ts';
import { backendOf, backendOrigin, readBackend, writeBackend } from './backend.ts';

describe('the server that the app talks to (SPEC 7)', () => {
  beforeEach(() => localStorage.clear());

  it('is the one that the page came from, until another is chosen', () => {
    expect(readBackend()).toBe('');
    expect(backendOrigin()).toBe(window.location.origin);
    writeBackend('https://other.example');
    expect(readBackend()).toBe('https://other.example');
    expect(backendOrigin()).toBe('https://other.example');
    writeBackend('');
    expect(readBackend()).toBe('');
  });

  itMaps('may be %j', backendOf, [
    ['https://other.example', 'https://other.example'],
    [' http://localhost:8787/ ', 'http://localhost:8787'],
  ]);

  it.each(['', 'other.example', 'javascript:1', 'https://a.example/x', 'https://me@a.example'])(
    'is not %j, nor where that is stored',
    (text) => {
      expect(backendOf(text)).toBeUndefined();
      localStorage.setItem('satchel.backend', text);
      expect(readBackend()).toBe('');
    },
  );
});
