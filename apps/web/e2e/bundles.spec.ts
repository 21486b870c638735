import { expect, type Locator, type Page } from '@playwright/test';
import { announceBundleFiles, getBundle, updateBundle } from '@satchel/api-client/contract/bundles';
import { expectAccessible } from './fixtures/accessible.ts';
import { fillBundle, openBundle } from './fixtures/bundles.ts';
import { png } from './fixtures/files.ts';
import { test } from './fixtures/test.ts';
import type { Words } from './fixtures/words.ts';

const link = (page: Page, name: string) => page.getByRole('link', { name, exact: false }).first();
const download = (page: Page, t: Words, count: number) =>
  page.getByRole('link', { name: t('bundles:view.downloadFiles', { count }), exact: true });

test('a bundle is opened, its folders walked and its files shown one after another', async ({
  page,
  t,
  admin,
  server,
}) => {
  const bundle = await openBundle(admin, server.origin, {
    title: 'Files for the agency',
    sender: 'Marie',
    message: 'Have fun!',
  });
  await fillBundle(bundle);
  await page.goto(`/share/${bundle.slug}`);
  await expect(page.getByRole('heading', { name: 'Files for the agency', level: 1 })).toBeVisible();
  await expect(page.getByText(t('share-views:recipient.from', { sender: 'Marie' }))).toBeVisible();
  await expect(page.getByText('Have fun!')).toBeVisible();
  await expect(page.getByRole('navigation', { name: t('shell:nav.label') })).toHaveCount(0);
  await expect(download(page, t, 3)).toHaveAttribute('href', /\/api\/bundle-archive\/.+grant=/);
  await expectAccessible(page);

  await link(page, 'a.csv').click();
  const preview = page.getByRole('dialog', { name: 'a.csv' });
  await expect(preview.getByRole('cell', { name: 'Design' })).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('dialog', { name: 'notes.md' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Read me' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await link(page, 'photos').click();
  await link(page, '2026').click();
  await link(page, 'square.png').click();
  const picture = page.getByRole('img', { name: 'square.png' });
  await expect(picture).toHaveJSProperty('naturalWidth', 64);
  await page.reload();
  await expect(picture).toBeVisible();
  await page.getByRole('button', { name: t('shell:actions.close') }).click();
  await page
    .getByRole('navigation', { name: t('bundles:content.folders') })
    .getByRole('link', { name: t('bundles:content.top') })
    .click();
  await expect(link(page, 'notes.md')).toBeVisible();
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(link(page, 'notes.md')).toBeVisible();
  await expect(page.getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(page.locator('html'), 'paper is white').toHaveCSS('color-scheme', 'light');
});

test('a folder that is opened has the focus, and its name is read @once', async ({
  page,
  t,
  admin,
  server,
}) => {
  const bundle = await openBundle(admin, server.origin);
  await fillBundle(bundle);
  await page.goto(`/share/${bundle.slug}`);
  // The list for browsers without scripts comes first.
  await expect(page.locator('#plain')).toHaveCount(0);
  await link(page, 'photos').press('Enter');
  await expect(page.getByRole('region', { name: 'photos', exact: true })).toBeFocused();
  await page.getByRole('link', { name: t('bundles:content.top') }).press('Enter');
  await expect(page.getByRole('region', { name: t('bundles:content.label') })).toBeFocused();
  await expect(link(page, 'notes.md')).toBeVisible();
});

test('a long name without spaces is printed whole', { tag: '@once' }, async ({
  page,
  admin,
  server,
}) => {
  const bundle = await openBundle(admin, server.origin);
  const name = `${'n'.repeat(196)}.txt`;
  await bundle.put(name, 'text');
  await bundle.complete();
  await page.goto(`/share/${bundle.slug}`);
  const printed = page.getByRole('listitem').getByText(name, { exact: true }).first();
  // The list for browsers without scripts comes first, and cuts no name.
  await expect(printed).toHaveCSS('text-overflow', 'ellipsis');
  await page.emulateMedia({ media: 'print' });
  // A name that is cut has one line of 23 pixels.
  const heightPx = () => printed.evaluate((element) => element.clientHeight);
  await expect.poll(heightPx).toBeGreaterThan(40);
});

test('a bundle completes itself while its sender uploads', async ({ page, t, admin, server }) => {
  const bundle = await openBundle(admin, server.origin, { title: 'Workshop' });
  const items = [
    { path: 'one.txt', size: 3 },
    { path: 'two.txt', size: 3 },
  ];
  await admin.call(announceBundleFiles, { params: { id: bundle.id }, body: { items } });
  await page.goto(`/share/${bundle.slug}`);
  await expect(page.getByText(t('bundles:content.nothingYet'))).toBeVisible();
  await expect(page.getByRole('progressbar', { name: t('bundles:arrivals.title') })).toBeVisible();
  await bundle.put('one.txt', 'one');
  await expect(link(page, 'one.txt')).toBeVisible();
  await expect(page.getByText(/1 (of|\/) 2/)).toBeVisible();
  await bundle.put('two.txt', 'two');
  await bundle.complete();
  await expect(link(page, 'two.txt')).toBeVisible();
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  await expect(download(page, t, 2)).toBeVisible();
  const { views } = await admin.call(getBundle, { params: { id: bundle.id } });
  expect(views, 'one page is one visit').toBe(1);
});

test('a bundle completes itself where events are blocked', { tag: '@once' }, async ({
  page,
  admin,
  server,
}) => {
  await page.route('**/events?*', (route) => route.abort());
  const bundle = await openBundle(admin, server.origin);
  await page.goto(`/share/${bundle.slug}`);
  await bundle.put('late.txt', 'late');
  await expect(link(page, 'late.txt')).toBeVisible();
});

test('a bundle that can be opened once stays open, and completes itself @once', async ({
  page,
  t,
  admin,
  server,
}) => {
  const bundle = await openBundle(admin, server.origin, { title: 'Once', max_views: 1 });
  await bundle.put('one.txt', 'one');
  await page.clock.install();
  await page.goto(`/share/${bundle.slug}`);
  const open = page.getByRole('button', { name: t('share-views:limited.open') });
  await expect(open).toBeVisible();
  // Visitors read the question for some seconds.
  await page.clock.fastForward(10_000);
  await open.click();
  await expect(link(page, 'one.txt')).toBeVisible();
  // Pages read metadata again when a phone finds its network again.
  await page.clock.fastForward(10_000);
  const asked = page.waitForResponse((reply) => reply.status() === 410);
  await page.context().setOffline(true);
  await page.context().setOffline(false);
  await asked;
  await bundle.put('two.txt', 'two');
  await bundle.complete();
  await expect(link(page, 'two.txt')).toBeVisible();
  await expect(download(page, t, 2)).toBeVisible();
});

test('more files that fail to load are asked for once, and again by the button @once', async ({
  page,
  t,
  admin,
  server,
}) => {
  const bundle = await openBundle(admin, server.origin);
  await fillBundle(bundle);
  const isMore = (url: string) => url.includes('cursor=more');
  await page.route(/\/items\?/, async (route) => {
    if (isMore(route.request().url())) return route.fulfill({ status: 500 });
    const response = await route.fetch();
    const json = (await response.json()) as { data: { next_cursor: string | null } };
    json.data.next_cursor = 'more';
    return route.fulfill({ response, json });
  });
  const asked: string[] = [];
  page.on('request', (request) => {
    if (isMore(request.url())) asked.push(request.url());
  });
  await page.goto(`/share/${bundle.slug}`);
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible();
  // The page would ask again as soon as the end of the list is seen, which is in the next frames.
  const seen = () => new Promise((resolve) => requestAnimationFrame(resolve));
  for (let frame = 0; frame < 20; frame += 1) await page.evaluate(seen);
  expect(asked).toHaveLength(1);
  await page.getByRole('button', { name: t('bundles:content.more') }).click();
  await expect.poll(() => asked.length).toBe(2);
});

async function enterPassword(page: Page, t: Words, password: string) {
  await page.getByLabel(t('share-views:password.label'), { exact: true }).fill(password);
  await page.keyboard.press('Enter');
}

test('a visitor whose visit ends by a change of the owner can open the link again @once', async ({
  page,
  t,
  admin,
  server,
}) => {
  const bundle = await openBundle(admin, server.origin, { title: 'Photos', password: 'sesame' });
  await fillBundle(bundle);
  await page.goto(`/share/${bundle.slug}`);
  await enterPassword(page, t, 'sesame');
  const folder = link(page, 'photos');
  await expect(folder).toBeVisible();
  const body = { title: 'Our photos', password: 'open sesame' };
  await admin.call(updateBundle, { params: { id: bundle.id }, body });
  await folder.click();
  await expect(page.getByText(t('share-views:recipient.visitEnded'))).toBeVisible();
  await page.getByRole('button', { name: t('shell:actions.retry') }).click();
  await enterPassword(page, t, 'open sesame');
  await expect(page.getByRole('heading', { name: 'Our photos' })).toBeVisible();
  await expect(link(page, '2026')).toBeVisible();
  await expect(page.getByText(t('share-views:recipient.visitEnded'))).toHaveCount(0);
});

test('a visitor whose download fails because the visit has ended learns of it, also in a preview @once', async ({
  page,
  t,
  admin,
  server,
}) => {
  const bundle = await openBundle(admin, server.origin, { title: 'Photos', password: 'sesame' });
  await fillBundle(bundle);
  await page.goto(`/share/${bundle.slug}`);
  await enterPassword(page, t, 'sesame');
  await link(page, 'notes.md').click();
  const download = page
    .getByRole('dialog')
    .getByRole('button', { name: t('shell:actions.download'), exact: true });
  await download.click();
  await expect(page.getByText(t('share-views:recipient.visitEnded'))).toHaveCount(0);
  // Any change of a bundle with a password ends its visits.
  const params = { id: bundle.id };
  await admin.call(updateBundle, { params, body: { title: 'Our photos' } });
  await download.click();
  const again = page.getByRole('button', { name: t('share-views:recipient.openAgain') });
  await again.last().click();
  await expect(page.getByLabel(t('share-views:password.label'), { exact: true })).toBeVisible();
  await enterPassword(page, t, 'sesame');
  await expect(download).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(link(page, 'notes.md')).toBeVisible();

  await admin.call(updateBundle, { params, body: { title: 'My photos' } });
  await page
    .getByRole('link', { name: t('bundles:content.download', { name: 'notes.md' }) })
    .click();
  await expect(page.getByText(t('share-views:recipient.visitEnded')).first()).toBeVisible();
});

test('a locked bundle asks for its password, and tells nothing of its message before @once', async ({
  page,
  t,
  admin,
  server,
}) => {
  const bundle = await openBundle(admin, server.origin, {
    message: 'For you alone',
    password: 'open sesame',
  });
  await fillBundle(bundle);
  await page.goto(`/share/${bundle.slug}`);
  const field = page.getByLabel(t('share-views:password.label'), { exact: true });
  await field.fill('wrong');
  await page.keyboard.press('Enter');
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByText('For you alone')).toHaveCount(0);
  await expectAccessible(page);
  await field.fill('open sesame');
  await page.keyboard.press('Enter');
  await expect(page.getByText('For you alone')).toBeVisible();
  await expect(link(page, 'notes.md')).toBeVisible();
});

test('a link to no bundle says so', { tag: '@once' }, async ({ page, t }) => {
  await page.goto('/share/no-such-bundle');
  await expect(
    page.getByRole('heading', { name: t('share-views:states.notFoundTitle') }),
  ).toBeVisible();
});

test('a link shows its title and files before the app has loaded, and keeps them until it has', async ({
  page,
  t,
  admin,
  server,
}) => {
  const told = { title: 'Early', sender: 'Ada', message: 'Have fun!', expires_in: 24 };
  const bundle = await openBundle(admin, server.origin, told);
  await fillBundle(bundle);
  const { promise: appMayLoad, resolve: letAppLoad } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await appMayLoad;
    await route.continue();
  });
  const { promise: itemsMayCome, resolve: letItemsCome } = Promise.withResolvers<void>();
  const itemsAsked = page.waitForRequest(/\/items\?/);
  await page.route(/\/items\?/, async (route) => {
    await itemsMayCome;
    await route.continue();
  });
  await page.goto(`/share/${bundle.slug}`, { waitUntil: 'commit' });
  const early = page.locator('#plain');
  await expect(early.getByRole('heading', { name: 'Early', level: 1 })).toBeInViewport();
  await expect(early.getByText('Have fun!')).toBeInViewport();
  await expect(early.getByText('notes.md')).toBeInViewport();
  await expect(early.getByText(/ UTC$/)).toBeInViewport();
  const topOf = async (parent: Page | Locator, text: string) =>
    (await parent.getByText(text, { exact: true }).boundingBox())?.y ?? 0;
  const places = [t('share-views:recipient.from', { sender: 'Ada' }), 'Have fun!', 'notes.md'];
  const before = await Promise.all(places.map((place) => topOf(early, place)));
  letAppLoad();
  await itemsAsked;
  await expect(early.getByText('notes.md')).toBeInViewport();
  letItemsCome();
  await expect(early).toHaveCount(0);
  const after = await Promise.all(places.map((place) => topOf(page, place)));
  for (const [index, place] of places.entries()) {
    expect(Math.abs((after[index] ?? 0) - (before[index] ?? 0)), place).toBeLessThan(2);
  }
  await link(page, 'notes.md').click();
  await expect(page.getByRole('dialog', { name: /notes\.md/ })).toBeVisible();
});

test('pictures of a link are there before the app, cost no visit, and stay while it takes over', async ({
  page,
  admin,
  server,
}) => {
  const bundle = await openBundle(admin, server.origin, { title: 'Lisbon' });
  const names = Array.from({ length: 6 }, (_, index) => `${index + 1}.png`);
  for (const name of names) await bundle.put(name, png(300));
  await bundle.put('notes.md', '# Read me\n');
  await bundle.complete();
  const { promise: appMayLoad, resolve: letAppLoad } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await appMayLoad;
    await route.continue();
  });
  // Larger thumbnails never come, so that only those of the early page can be seen.
  const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
  await page.route(/thumbnail=(?!256)/, async (route) => {
    await isOver;
    await route.abort();
  });
  const smallAsked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('thumbnail=256')) smallAsked.push(request.url());
  });
  await page.goto(`/share/${bundle.slug}`, { waitUntil: 'commit' });
  const areShown = (pictures: Locator) =>
    pictures.evaluateAll((found) => found.map((each) => (each as HTMLImageElement).naturalWidth));
  const early = page.locator('#plain').getByRole('img');
  await expect.poll(() => areShown(early)).toEqual(names.map(() => 256));
  const views = async () => (await admin.call(getBundle, { params: { id: bundle.id } })).views;
  expect(await views()).toBe(0);
  const before = await early.first().boundingBox();
  letAppLoad();
  await expect(page.locator('#plain')).toHaveCount(0);
  const pictures = page.getByRole('main').locator('a img');
  expect(await areShown(pictures)).toEqual(names.map(() => 256));
  const after = await pictures.first().boundingBox();
  for (const side of ['x', 'y', 'width', 'height'] as const) {
    expect(Math.abs((after?.[side] ?? 0) - (before?.[side] ?? 0)), side).toBeLessThan(2);
  }
  expect(smallAsked.filter((url, index) => smallAsked.indexOf(url) !== index)).toEqual([]);
  end();
});

test('a link is a plain list of working links without JavaScript, which costs no visit', {
  tag: '@once',
}, async ({ browser, admin, server }) => {
  const bundle = await openBundle(admin, server.origin, { title: 'Plain <b>files</b>' });
  await fillBundle(bundle);
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${server.origin}/share/${bundle.slug}`);
  await expect(page.getByRole('heading', { name: 'Plain <b>files</b>' })).toBeVisible();
  expect((await admin.call(getBundle, { params: { id: bundle.id } })).views).toBe(0);
  const notes = page.getByRole('link', { name: 'notes.md' });
  await expect(notes).toBeInViewport();
  const href = await notes.getAttribute('href');
  const reply = await page.request.get(`${server.origin}${href}`);
  expect(await reply.text()).toBe('# Read me\n');
  await expect
    .poll(async () => (await admin.call(getBundle, { params: { id: bundle.id } })).views)
    .toBe(1);
  await admin.shareFile('plan.txt', 'The plan', { slug: 'plain-plan' });
  await page.goto(`${server.origin}/file/plain-plan`);
  const file = page.getByRole('link', { name: 'plan.txt' });
  await expect(file).toBeInViewport();
  const download = await page.request.get(`${server.origin}${await file.getAttribute('href')}`);
  expect(await download.text()).toBe('The plan');
  await page.goto(`${server.origin}/paste/${await admin.shareText('Plain words')}`);
  const raw = await page.getByRole('main').getByRole('link').getAttribute('href');
  expect(await (await page.request.get(`${server.origin}${raw}`)).text()).toBe('Plain words');
  await context.close();

  const locked = await openBundle(admin, server.origin, { title: 'Quiet plan', password: 'p' });
  await locked.put('secret.txt', 'secret');
  const html = await (
    await fetch(`${server.origin}/share/${locked.slug}`, {
      headers: { accept: 'text/html' },
    })
  ).text();
  expect(html).not.toMatch(/Quiet plan|secret\.txt/);
});
