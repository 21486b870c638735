import { expect, type Locator, type Page } from '@playwright/test';
import { PERMISSION_FLAGS } from '@satchel/api-client/permissions';
import { expectAccessible } from './fixtures/accessible.ts';
import { makeKey, PERMISSIONS } from './fixtures/keys.ts';
import { makeMount } from './fixtures/mounts.ts';
import { accountButton, editorOf, logInWithKey, logOut, resultOf } from './fixtures/steps.ts';
import { test } from './fixtures/test.ts';
import { wordsOf } from './fixtures/words.ts';

const themeOf = (page: Page) =>
  page.evaluate(() => ({
    mode: document.documentElement.dataset.theme ?? 'auto',
    ink: getComputedStyle(document.body).color,
  }));

/** Pixels by which a page is wider than its window; phones make `innerWidth` as wide as the page. */
const OVERFLOW = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';

test('the theme goes from auto to light to dark and stays (SPEC 2, 4)', async ({ page, t }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/');
  const light = (await themeOf(page)).ink;
  await page.getByRole('button', { name: t('shell:theme.auto') }).click();
  await page.getByRole('button', { name: t('shell:theme.light') }).click();
  await expect(page.getByRole('button', { name: t('shell:theme.dark') })).toBeVisible();
  await page.reload();
  const dark = await themeOf(page);
  expect(dark.mode).toBe('dark');
  expect(dark.ink).not.toBe(light);

  await page.getByRole('button', { name: t('shell:theme.dark') }).click();
  await page.emulateMedia({ colorScheme: 'dark' });
  expect((await themeOf(page)).mode, 'auto follows the system').toBe('auto');
  await expect.poll(async () => (await themeOf(page)).ink).toBe(dark.ink);
});

test('the language is the browser’s until it is changed, and then stays (SPEC 1, 2)', async ({
  page,
  t,
  language,
}) => {
  const other = language === 'zh' ? 'en' : 'zh';
  const otherWords = await wordsOf(other);
  await page.goto('/');
  await expect(page.locator('html')).toHaveAttribute('lang', language === 'zh' ? 'zh-CN' : 'en');
  await page.getByRole('button', { name: t('shell:language.switchTo') }).click();
  const submit = (words: typeof t) =>
    page.getByRole('button', { name: words('text-shares:new.submit'), exact: true });
  await expect(submit(otherWords)).toBeVisible();
  await page.reload();
  await expect(submit(otherWords)).toBeVisible();
  await expect(submit(t)).toHaveCount(0);
  await expect(page.locator('html')).toHaveAttribute('lang', other === 'zh' ? 'zh-CN' : 'en');
  await expect(page).toHaveTitle(new RegExp(otherWords('text-shares:new.pageTitle')));
});

test('a language whose texts do not load is not half shown', { tag: '@once' }, async ({
  page,
  context,
  t,
}) => {
  await page.goto('/');
  // Waits for the code of toasts, which loads after the page.
  await expect(page.getByRole('region', { name: t('shell:toasts.region') })).toBeAttached();
  await context.setOffline(true);
  const button = page.getByRole('button', { name: t('shell:language.switchTo') });
  await button.click();
  await expect(page.getByText(t('shell:language.failed'))).toBeVisible();
  await expect(page.getByRole('heading', { name: t('text-shares:new.title') })).toBeVisible();
  await context.setOffline(false);
  await button.click();
  const otherWords = await wordsOf('zh');
  await expect(
    page.getByRole('heading', { name: otherWords('text-shares:new.title') }),
  ).toBeVisible();
});

test('a page that is opened before the one before it has faded in logs no error', {
  tag: ['@once', '@desktop'],
}, async ({ page, t }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto('/');
  const linkTo = (name: 'home' | 'upload') =>
    page.getByRole('navigation').getByRole('link', { name: t(`shell:nav.${name}`), exact: true });
  // Loads the code of both pages, so that each opens at once later.
  await linkTo('upload').click();
  await expect(page.getByRole('heading', { name: t('file-shares:upload.title') })).toBeVisible();
  const skipped = page.evaluate(async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const start = document.startViewTransition.bind(document);
    document.startViewTransition = (change) => {
      if (document.activeViewTransition) resolve();
      return start(change);
    };
    await promise;
  });
  await expect(async () => {
    await linkTo('home').dispatchEvent('click');
    await linkTo('upload').dispatchEvent('click');
    await Promise.race([skipped, page.waitForTimeout(500).then(() => Promise.reject())]);
  }).toPass();
  // `problems` of the fixture has the errors that nobody caught.
});

test('the tabs at the bottom lead on, and stay below what a page keeps there (SPEC 2)', {
  tag: '@phone',
}, async ({ page, t }) => {
  await page.goto('/');
  const tabs = page.getByRole('navigation', { name: t('shell:nav.label') });
  const bottomOf = async (target: Locator) => {
    const box = await target.boundingBox();
    return (box?.y ?? 0) + (box?.height ?? 0);
  };
  await expect.poll(() => bottomOf(tabs)).toBe(page.viewportSize()?.height);
  const submit = page.getByRole('button', { name: t('text-shares:new.submit'), exact: true });
  await expect(submit).toBeVisible();
  expect(await bottomOf(submit)).toBeLessThan((await tabs.boundingBox())?.y ?? 0);
  await tabs.getByRole('link', { name: t('shell:nav.upload') }).click();
  await expect(page.getByRole('heading', { name: t('file-shares:upload.title') })).toBeVisible();
  const upload = tabs.getByRole('link', { name: t('shell:nav.upload') });
  await expect(upload).toHaveAttribute('aria-current', 'page');
});

test('the account menu says who is logged in, and changes the theme', async ({
  page,
  t,
  admin,
  isPhone,
}) => {
  const { key } = await makeKey(admin, PERMISSION_FLAGS.text);
  await logInWithKey(page, t, key);
  await accountButton(page, t).click();
  const dark = page.getByRole('menuitemradio', { name: t('shell:session.themes.dark') });
  await dark.click();
  if (isPhone) {
    await expect(dark, 'the menu shows what it covered').toBeHidden();
    await accountButton(page, t).click();
  }
  await expect(dark, 'the current choice is marked').toBeChecked();
  expect((await themeOf(page)).mode).toBe('dark');
  await page.keyboard.press('Escape');
  await expect(accountButton(page, t)).toBeFocused();
  await logOut(page, t);
  await expect(page.getByText(t('shell:session.loggedOut'))).toBeVisible();
});

test.describe('on a narrow screen', { tag: '@phone' }, () => {
  test.use({ isLoggedIn: true });

  test('menus are sheets at the bottom, for fingers', async ({ page, t }) => {
    await page.goto('/');
    await accountButton(page, t).tap();
    const menu = page.getByRole('menu');
    const bottomOf = async () => {
      const place = await menu.boundingBox();
      return (place?.y ?? 0) + (place?.height ?? 0);
    };
    await expect.poll(bottomOf).toBe(page.viewportSize()?.height);
    expect((await menu.boundingBox())?.width).toBe(page.viewportSize()?.width);
    for (const item of await menu.getByRole('menuitem').all()) {
      expect((await item.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    }
    await expect(menu.locator('kbd')).toHaveCount(0);
    await expectAccessible(page, ['region']);
  });

  test('no page scrolls sideways, with large letters neither (SPEC 2)', async ({
    page,
    t,
    admin,
    server,
  }) => {
    const expectFitting = async (path: string) => {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached();
      await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(0);
      await expect.poll(() => page.evaluate(OVERFLOW), path).toBeLessThanOrEqual(0);
    };
    const long = 'averyveryverylongword'.repeat(20);
    const text = await admin.shareText(`# ${long}\n\n\`\`\`\n${long}\n\`\`\`\n`, { remark: long });
    // More texts than one page of the list has.
    await Promise.all(Array.from({ length: 11 }, () => admin.shareText('short')));
    const file = await admin.shareFile(`${long.slice(0, 150)}.txt`, long);
    await makeKey(admin, PERMISSIONS.text, `/${long.slice(0, 200)}`);
    for (const path of [
      '/',
      '/upload',
      '/admin/text-management',
      '/admin/key-management',
      `/paste/${text}`,
      `/file/${file}`,
    ]) {
      await expectFitting(path);
    }
    const mount = await makeMount(admin, server.origin);
    const name = `${long.slice(0, 200)}.txt`;
    await mount.put(name);
    await page.goto(`/mount-explorer${mount.path}`);
    await page.getByRole('button', { name: t('explorer:list.menuOf', { name }) }).click();
    await page.getByRole('menuitem', { name: t('explorer:actions.share') }).click();
    const shown = page.getByRole('dialog').getByText(name);
    await expect(shown).toBeVisible();
    expect(await shown.evaluate((line) => line.scrollWidth - line.clientWidth)).toBe(0);
    // Does what twice the font size in the browser's settings does.
    await page.addInitScript(() =>
      addEventListener('DOMContentLoaded', () => {
        document.documentElement.style.fontSize = '32px';
      }),
    );
    await expectFitting('/admin/text-management');
  });
});

test.describe('with the keyboard alone', { tag: '@desktop' }, () => {
  test.use({ isLoggedIn: true });

  test('a share is made, from the skip link to its result (SPEC 2)', async ({ page, t }) => {
    await page.goto('/upload');
    await expect(page.getByRole('heading', { name: t('file-shares:upload.title') })).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: t('shell:skipToContent') })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
    await page.goto('/');
    const reach = async (name: string, role: 'textbox' | 'button') => {
      const target = page.getByRole(role, { name, exact: true });
      for (let step = 0; step < 25; step += 1) {
        await page.keyboard.press('Tab');
        if (await target.evaluate((element) => element === document.activeElement)) return;
      }
      throw new Error(`Tab never reached ${name}`);
    };
    await expect(editorOf(page, t), 'one can type at once').toBeFocused();
    await page.keyboard.type('Written without a mouse');
    // If the editor handles Tab, Escape must release it.
    await page.keyboard.press('Escape');
    for (let step = 0; step < 25; step += 1) {
      await page.keyboard.press('Tab');
      if (await page.evaluate(() => document.activeElement?.tagName === 'SUMMARY')) break;
    }
    await page.keyboard.press('Enter');
    await expect(page.getByLabel(t('shares:fields.remark'))).toBeVisible();
    await reach(t('shares:fields.remark'), 'textbox');
    await page.keyboard.type('By keyboard');
    await reach(t('text-shares:new.submit'), 'button');
    const outline = await page.evaluate(() => {
      const style = document.activeElement && getComputedStyle(document.activeElement);
      return `${style?.outlineStyle} ${style?.outlineWidth}`;
    });
    expect(outline, 'what has focus shows it').toMatch(/^(solid|auto) [1-9]/);
    await page.keyboard.press('Enter');
    await expect(resultOf(page, t)).toBeVisible();
  });
});

test('a page whose code does not load offers ways on, and comes by itself (SPEC 2) @once', async ({
  page,
  context,
  t,
}) => {
  // This part loads in the background, so its failure is not shown.
  await page.route(/assets\/offline-host.*\.js/, (route) => route.abort());
  await page.goto('/admin');
  const upload = page
    .getByRole('navigation', { name: t('shell:nav.label') })
    .getByRole('link', { name: t('shell:nav.upload') });
  await expect(upload).toBeVisible();
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
  await page.route(/assets\/upload.*\.js/, (route) => route.abort());
  await context.setOffline(true);
  await upload.click();
  await expect(page.getByRole('heading', { name: t('shell:unavailable.title') })).toBeVisible();
  await expect(page.getByText(t('shell:unavailable.offline'))).toBeVisible();
  await expect(page.getByRole('link', { name: t('shell:unavailable.home') })).toBeVisible();
  await expect(page.getByRole('button', { name: t('shell:unavailable.back') })).toBeVisible();
  await expect(page.getByRole('button', { name: t('shell:unavailable.retry') })).toBeVisible();

  await page.unrouteAll();
  await context.setOffline(false);
  await expect(page.getByRole('heading', { name: t('file-shares:upload.title') })).toBeVisible();
  expect(await page.evaluate(() => 'isSameDocument' in window), 'nothing was reloaded').toBe(true);
});

test('texts that do not load are asked for again, and no key is shown in their place @once', async ({
  page,
  context,
  t,
}) => {
  const texts = /assets\/offline-(?!host)[^/]*\.js/;
  await page.route(texts, (route) => route.abort());
  const failure = page.waitForEvent('requestfailed', (request) => texts.test(request.url()));
  await page.goto('/');
  await failure;
  const arrival = page.waitForResponse(texts);
  await page.unroute(texts);
  await arrival;
  await context.setOffline(true);
  const bar = page.getByRole('region', { name: t('offline:bar.label') });
  await expect(bar).toContainText(t('offline:bar.offline'));
});
