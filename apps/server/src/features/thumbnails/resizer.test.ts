import { readdirSync, readFileSync } from 'node:fs';
import sharp from 'sharp';
import { afterEach, describe, expect, it } from 'vitest';
import { createResizer, ResizeError } from './resizer.ts';

const image = () =>
  sharp({ create: { width: 400, height: 300, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();

/** Ids of the child processes of this process. */
const children = () =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((id) => {
      try {
        const [, parent] = /^PPid:\t(\d+)/m.exec(readFileSync(`/proc/${id}/status`, 'utf8')) ?? [];
        return (
          Number(parent) === process.pid &&
          readFileSync(`/proc/${id}/cmdline`, 'utf8').includes('resize-process')
        );
      } catch {
        return false;
      }
    })
    .map(Number);

describe('the process that makes images smaller', () => {
  let close: () => Promise<void>;
  afterEach(() => close());
  const start = (idleMs?: number) => {
    const resizer = createResizer(idleMs);
    close = resizer.close;
    return resizer;
  };

  it('starts with the first image, and makes the next ones too', async () => {
    const resizer = start();
    expect(children()).toEqual([]);
    for (const pixels of [128, 256]) {
      const made = await resizer.resize(await image(), pixels);
      expect(await sharp(made).metadata()).toMatchObject({ format: 'webp', width: pixels });
    }
    expect(children()).toHaveLength(1);
  });

  it('decodes no image that takes too much memory, and is the first to go where there is none (SECURITY 26)', async () => {
    const resizer = start();
    const background = { r: 0, g: 128, b: 128 };
    const blank = (width: number) =>
      sharp({ create: { width, height: 3750, channels: 3, background } });
    const large = await blank(3750).avif({ effort: 0 }).toBuffer();
    await expect(resizer.resize(large, 128)).rejects.toThrow('too large when it is decoded');
    const small = await blank(1000).avif({ effort: 0 }).toBuffer();
    expect(await resizer.resize(small, 128)).toBeInstanceOf(Buffer);
    const [child = 0] = children();
    expect(readFileSync(`/proc/${child}/oom_score_adj`, 'utf8')).toBe('1000\n');
  });

  it('may die, which costs the image that it was at and no other', async () => {
    const resizer = start();
    await resizer.resize(await image(), 128);
    const [child = 0] = children();
    const lost = resizer.resize(await image(), 128);
    process.kill(child, 'SIGKILL');
    await expect(lost).rejects.toBeInstanceOf(ResizeError);
    expect(await resizer.resize(await image(), 128)).toBeInstanceOf(Buffer);
  });

  it('ends when there are no images for a while', async () => {
    const resizer = start(1);
    await resizer.resize(await image(), 128);
    await expect.poll(children).toEqual([]);
  });

  it('knows none of the secrets of the server', async () => {
    const resizer = start();
    await resizer.resize(await image(), 128);
    const [child] = children();
    const environment = readFileSync(`/proc/${child}/environ`, 'utf8');
    expect(environment).toContain('MALLOC_ARENA_MAX');
    expect(environment).not.toContain('PATH=');
  });
});
