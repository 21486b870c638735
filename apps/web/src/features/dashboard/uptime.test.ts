import { describe, expect, it } from 'vitest';
import { itMaps } from '#shared/testing/it-maps.ts';
import { formatUptime } from './uptime.ts';

describe('how long the server has been up', () => {
  itMaps('is told in two units at most: %i s', (seconds: number) => formatUptime(seconds, 'en'), [
    [0, '0 seconds'],
    [59, '59 seconds'],
    [3600, '1 hour'],
    [3661, '1 hour 1 minute'],
    [90_061, '1 day 1 hour'],
    [864_059, '10 days'],
  ]);

  it('is told in Chinese, too', () => {
    expect(formatUptime(90_061, 'zh').replaceAll(' ', '')).toBe('1天1小时');
  });
});
