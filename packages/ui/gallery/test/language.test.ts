import { describe, expect, inject, it } from 'vitest';
import { galleryOpener } from './open-chapter.ts';

const open = galleryOpener();

describe('the visual language', () => {
  it('keeps every line where it is when the font arrives', async () => {
    const { page } = await open('Language');
    const measure = async () => {
      await page.evaluate(() => document.fonts.ready);
      const lines = page.getByRole('region', { name: 'Language, light' }).locator('p');
      return lines.evaluateAll((elements) =>
        elements.map((line) => Math.round(line.getBoundingClientRect().top)),
      );
    };
    const isLoaded = () =>
      page.evaluate(() =>
        [...document.fonts].some(
          ({ family, status }) => family.includes('Figtree Variable') && status === 'loaded',
        ),
      );
    const withFont = await measure();
    expect(await isLoaded()).toBe(true);
    await page.route('**/*.woff2', (route) => route.abort());
    await page.goto(`${inject('galleryUrl')}?chapter=Language&theme=light`);
    await page.getByRole('region', { name: 'Language, light' }).waitFor();
    expect(await isLoaded()).toBe(false);
    expect(await measure()).toEqual(withFont);
  });

  it('asks for one font file, whatever weights and languages are shown', async () => {
    const { page } = await open('Language');
    await page.evaluate(() => document.fonts.ready);
    const files = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.endsWith('.woff2'))
        .map(({ name }) => name),
    );
    expect(files).toHaveLength(1);
  });

  it('sets the punctuation of Chinese in the font of Chinese', async () => {
    const { page } = await open('Language');
    const widthsPx = await page.evaluate(async () => {
      // Until it has loaded, a busy machine shows the font of the system.
      await document.fonts.load("100px 'Figtree Variable'", '“');
      const widthOf = (text: string, lang: string) => {
        const line = document.createElement('span');
        line.lang = lang;
        line.style.fontSize = '100px';
        line.textContent = text;
        document.body.append(line);
        const { width } = line.getBoundingClientRect();
        line.remove();
        return Math.round(width);
      };
      return { chinese: widthOf('“', 'zh-CN'), english: widthOf('“', 'en') };
    });
    expect(widthsPx.chinese).toBe(100);
    expect(widthsPx.english).toBeLessThan(70);
  });

  it('stands still for those who ask for less motion', async () => {
    const durationOf = async (reducedMotion: 'reduce' | 'no-preference') => {
      const { page } = await open('Feedback', { reducedMotion });
      const bar = page.getByRole('progressbar', { name: 'Of unknown length' }).first();
      return bar.locator('div').evaluate((part) => getComputedStyle(part).animationDuration);
    };
    expect(Number.parseFloat(await durationOf('no-preference'))).toBeGreaterThan(0.5);
    expect(Number.parseFloat(await durationOf('reduce'))).toBeLessThan(0.001);
  });
});
