import { afterEach, describe, expect, it, vi } from 'vitest';
import { uploadSpeed } from './upload-speed.ts';

/** Answers of the server in this page, by address and milliseconds. */
function answer(...answers: readonly (readonly [path: string, ms: number])[]): void {
  const entries = answers.map(([path, ms]) => ({
    name: `${location.origin}${path}`,
    requestStart: 100,
    responseStart: 100 + ms,
  }));
  vi.stubGlobal('performance', { getEntriesByType: () => entries });
}

afterEach(() => {
  localStorage.clear();
  vi.unstubAllGlobals();
});

describe('the speed of uploads', () => {
  it('is unknown at first', () => {
    answer();
    expect(uploadSpeed.read()).toBeUndefined();
  });

  it('is guessed where the server is near, by its quickest answer', () => {
    answer(['/api/a', 90], ['/api/b', 4]);
    expect(uploadSpeed.read()).toBe(16 * 2 ** 20);
  });

  it('is not guessed from files, which a cache may answer, or a server far away', () => {
    answer(['/assets/a.js', 1], ['/api/b', 40]);
    expect(uploadSpeed.read()).toBeUndefined();
  });

  it('is that of the last upload, also where nothing went through', () => {
    answer(['/api/b', 4]);
    uploadSpeed.write(2_500_000.4);
    expect(uploadSpeed.read()).toBe(2_500_000);
    uploadSpeed.write(0);
    expect(uploadSpeed.read()).toBe(0);
  });
});
