import { describe, expect, it } from 'vitest';
import { judge, type Measurement } from './verdict.ts';

const MEBIBYTE = 1024 ** 2;
const UPLOAD = 'https://upload.example.org';

/** HTTP/2 over 40 ms, on a line that nothing limits. */
const FAR: Measurement = {
  roundTripMs: 40,
  quickestMs: 38,
  protocol: 'h2',
  proxy: '',
  one: 80e6,
  oneTookMs: 600,
  several: 85e6,
  refusedBytes: undefined,
  isBuffered: false,
  origins: [],
};
/** Figures of Chromium through Caddy and nginx at 40 ms, as the benchmark of proxies measured them. */
const CADDY: Measurement = { ...FAR, proxy: 'Caddy', one: 23e6, several: 24e6 };
const NGINX: Measurement = { ...FAR, proxy: 'nginx/1.22.1', one: 1.6e6, several: 5e6 };

const kindsOf = (measurement: Measurement) => {
  const verdict = judge(measurement);
  return verdict.isFine ? [verdict.fine.kind] : verdict.problems.map(({ kind }) => kind);
};

describe('the verdict on a connection', () => {
  it('names the window of a connection behind Caddy, and behind a proxy without a name', () => {
    expect(judge(CADDY)).toEqual({
      isFine: false,
      problems: [{ kind: 'connectionWindow', fastest: 24e6, roundTripMs: 40, proxy: 'caddy' }],
    });
    expect(judge({ ...CADDY, proxy: '' })).toMatchObject({ problems: [{ proxy: 'other' }] });
    const farther = { ...CADDY, roundTripMs: 200, one: 5.1e6, several: 5.2e6 };
    expect(kindsOf(farther)).toEqual(['connectionWindow']);
    // One of the two was disturbed.
    expect(judge({ ...CADDY, several: 12e6 })).toMatchObject({ problems: [{ fastest: 23e6 }] });
  });

  it('names the window of a stream behind nginx, which four uploads multiply', () => {
    expect(judge(NGINX)).toEqual({
      isFine: false,
      problems: [{ kind: 'streamWindow', one: 1.6e6, several: 5e6, proxy: 'nginx' }],
    });
  });

  it('takes the way of a short upload for no window, where a proxy refuses longer ones', () => {
    // 1 MiB, which is all that nginx takes by default.
    const small = { ...NGINX, roundTripMs: 117, one: 3.8e6, several: 18.5e6, refusedBytes: 4e6 };
    expect(kindsOf({ ...small, oneTookMs: 275 })).toEqual(['bodyRefused']);
    expect(kindsOf({ ...small, oneTookMs: 468 })).toEqual(['streamWindow', 'bodyRefused']);
  });

  it('takes neither for a line that is slow itself, or fast', () => {
    // 20 Mbit/s: 100 KB per round trip, but four uploads are no faster than one.
    expect(kindsOf({ ...NGINX, one: 2.4e6, several: 2.5e6 })).toEqual(['noLimit']);
    expect(kindsOf(FAR)).toEqual(['noLimit']);
    // nginx has no window of the connection, so that 1 MiB per round trip is chance.
    expect(kindsOf({ ...CADDY, proxy: 'nginx' })).toEqual(['noLimit']);
    // A large window of the stream: four are faster for another reason.
    expect(kindsOf({ ...NGINX, one: 30e6, several: 90e6 })).toEqual(['noLimit']);
  });

  it.each([
    [0.6 * MEBIBYTE, 'noLimit'],
    [0.7 * MEBIBYTE, 'connectionWindow'],
    [1.3 * MEBIBYTE, 'connectionWindow'],
    [1.4 * MEBIBYTE, 'noLimit'],
  ])('takes %d bytes per round trip for %s', (bytes, kind) => {
    const speed = (bytes * 1000) / 40;
    expect(kindsOf({ ...CADDY, one: speed, several: speed })).toEqual([kind]);
  });

  it('does not judge windows from nearby, and says so', () => {
    // A busy server answers late, but one of its answers is quick.
    const near = { ...CADDY, roundTripMs: 12, quickestMs: 2, one: 80e6, several: 90e6 };
    expect(judge(near)).toEqual({ isFine: true, fine: { kind: 'tooNear', roundTripMs: 12 } });
    expect(kindsOf({ ...NGINX, quickestMs: 9.9 })).toEqual(['tooNear']);
    expect(kindsOf({ ...NGINX, quickestMs: 10 })).toEqual(['streamWindow']);
  });

  it('finds HTTP/1.1 fine, however slow its line, and HTTP/3 by its figures alone', () => {
    for (const slow of [CADDY, NGINX]) {
      expect(kindsOf({ ...slow, protocol: 'http/1.1' })).toEqual(['separateConnections']);
      expect(kindsOf({ ...slow, protocol: 'h3' })).toEqual(['noLimit']);
      expect(kindsOf({ ...slow, protocol: '' })).toEqual(['noLimit']);
    }
  });

  it('does not mind a window where uploads have an address of their own', () => {
    const origins = [{ origin: UPLOAD, isReachable: true, protocol: 'http/1.1' }];
    for (const limited of [CADDY, NGINX]) {
      expect(judge({ ...limited, origins })).toEqual({
        isFine: true,
        fine: { kind: 'uploadOrigins', origins: [UPLOAD] },
      });
    }
  });

  it('names each address that does not answer or speaks HTTP/2, beside the window', () => {
    const silent = { origin: UPLOAD, isReachable: false, protocol: '' };
    const shared = { origin: 'https://u2.example.org', isReachable: true, protocol: 'h2' };
    expect(judge({ ...CADDY, origins: [silent, shared] })).toMatchObject({
      problems: [
        { kind: 'connectionWindow' },
        { kind: 'originSilent', origin: UPLOAD },
        { kind: 'originShared', origin: 'https://u2.example.org', proxy: 'caddy' },
      ],
    });
    const usable = { origin: 'https://u3.example.org', isReachable: true, protocol: 'http/1.1' };
    expect(kindsOf({ ...CADDY, origins: [silent, usable] })).toEqual(['originSilent']);
  });

  it('names what a proxy refuses or buffers, and uploads that take too long', () => {
    expect(judge({ ...FAR, refusedBytes: 4 * MEBIBYTE })).toMatchObject({
      problems: [{ kind: 'bodyRefused', bytes: 4 * MEBIBYTE }],
    });
    expect(judge({ ...FAR, isBuffered: true, proxy: 'nginx' })).toMatchObject({
      problems: [{ kind: 'buffered', proxy: 'nginx' }],
    });
    const nothing = { ...FAR, one: undefined, several: undefined };
    expect(kindsOf(nothing)).toEqual(['tooSlow']);
    // A proxy that refuses even the smallest body is not slow.
    expect(kindsOf({ ...nothing, refusedBytes: 65_536 })).toEqual(['bodyRefused']);
  });
});
