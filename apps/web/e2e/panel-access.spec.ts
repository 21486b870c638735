import { expect, type Page } from '@playwright/test';
import { ADMIN_PAGE_ACCESS, type AdminPage } from '../src/shared/session/page-guards.ts';
import { makeKey, PERMISSIONS } from './fixtures/keys.ts';
import { logInWithKey } from './fixtures/steps.ts';
import { test } from './fixtures/test.ts';
import type { Words } from './fixtures/words.ts';

const PAGES = Object.keys(ADMIN_PAGE_ACCESS) as AdminPage[];
const pathOf = (page: AdminPage) => (page === 'dashboard' ? '/admin' : `/admin/${page}`);

const links = (page: Page, t: Words) =>
  page.getByRole('navigation', { name: t('panel:label') }).getByRole('link');

/** Distance in pixels between a link and the middle of its bar, as far as the bar can scroll. */
function distanceFromCentre(link: HTMLElement | SVGElement): number {
  const bar = link.closest('nav') as HTMLElement;
  const { offsetLeft, offsetWidth } = link as HTMLElement;
  const wanted = offsetLeft - (bar.clientWidth - offsetWidth) / 2;
  const most = bar.scrollWidth - bar.clientWidth;
  return Math.abs(bar.scrollLeft - Math.min(Math.max(wanted, 0), most));
}

test.describe('the administrator', () => {
  test.use({ isLoggedIn: true });

  test('finds every page of the panel in its navigation, under its own name (SPEC 2)', async ({
    page,
    t,
  }) => {
    await page.goto('/admin');
    await expect(links(page, t)).toHaveCount(PAGES.length);
    for (const name of PAGES) {
      const title = t(`panel:sections.${name}`);
      // A number follows where another story has just sent a delivery.
      const link = links(page, t).filter({ hasText: new RegExp(`^${title}(\\d|$)`) });
      await link.click();
      await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();
      await expect(page).toHaveURL((url) => url.pathname === pathOf(name));
      await expect(page).toHaveTitle(new RegExp(`^${title} · `));
      await expect(link, 'shows where one is').toHaveAttribute('aria-current', 'page');
      await expect(link, 'also where the bar scrolls').toBeInViewport();
      await expect.poll(() => link.evaluate(distanceFromCentre), name).toBeLessThanOrEqual(1);
    }
  });

  test('sees in the bar where he is, also when the window changes its size', async ({
    page,
    t,
    isPhone,
  }) => {
    const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
    await page.setViewportSize(isPhone ? { width: height, height: width } : { width, height: 480 });
    const last = links(page, t).last();
    await page.goto('/admin/settings/site');
    await expect(last).toHaveAttribute('aria-current', 'page');
    await expect(last).toBeInViewport({ ratio: 0.9 });
    await page.setViewportSize(isPhone ? { width, height } : { width, height: 400 });
    await expect(last).toBeInViewport({ ratio: 0.9 });
  });
});

const KEYS = [
  { name: 'text only', permissions: PERMISSIONS.text, pages: ['text-management'] },
  {
    name: 'file only',
    permissions: PERMISSIONS.file,
    pages: ['file-management', 'bundle-management', 'upload-requests'],
  },
  { name: 'mount only', permissions: PERMISSIONS.mountView, pages: [] },
  { name: 'nothing', permissions: PERMISSIONS.none, pages: [] },
] as const satisfies readonly { name: string; permissions: number; pages: readonly AdminPage[] }[];

for (const { name, permissions, pages } of KEYS) {
  test(`a key with ${name} sees no link that it may not use, and is sent away from all other pages (SPEC 2, 6)`, {
    tag: '@once',
  }, async ({ page, t, admin, isPhone }) => {
    test.setTimeout(120_000);
    const home = pages[0] ? pathOf(pages[0]) : '/';
    await logInWithKey(page, t, (await makeKey(admin, permissions)).key);
    await expect(page).toHaveURL(home);
    await expect(links(page, t)).toHaveText(pages.map((own) => t(`panel:sections.${own}`)));
    const header = page.getByRole('banner').getByRole('link', { name: t('shell:nav.admin') });
    await expect(header, 'the panel itself').toHaveCount(isPhone ? 0 : Math.min(1, pages.length));
    for (const other of PAGES.filter(
      (candidate) => !(pages as readonly string[]).includes(candidate),
    )) {
      await page.goto(pathOf(other));
      await expect(page, pathOf(other)).toHaveURL(home);
    }
  });
}

test('visitors are asked to log in, and come back then (SPEC 2) @once', async ({
  openVisitor,
  t,
}) => {
  const visitor = await openVisitor();
  await visitor.goto('/mount-explorer/some/where');
  await expect(visitor.getByRole('heading', { name: t('explorer:closed.visitor') })).toBeVisible();
  const logIn = visitor.getByRole('link', { name: t('explorer:closed.logIn') });
  await expect(logIn).toHaveAttribute('href', /redirect=.*mount-explorer.*some.*where/);
});
