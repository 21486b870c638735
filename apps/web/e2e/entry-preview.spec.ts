import { expect, type Page } from '@playwright/test';
import { removeEntries } from '@satchel/api-client/contract/file-system';
import {
  paragraph,
  sampleSlides,
  sampleWord,
  sampleWorkbook,
} from '../src/shared/previews/documents/office/sample-documents.ts';
import { expectAccessible } from './fixtures/accessible.ts';
import { pdf, png, wav, webm } from './fixtures/files.ts';
import { entryOf, makeMount, type TestMount } from './fixtures/mounts.ts';
import { test } from './fixtures/test.ts';
import type { Words } from './fixtures/words.ts';

test.use({ isLoggedIn: true });

const preview = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
const open = (page: Page, mount: TestMount, name: string) =>
  page.goto(`/mount-explorer${mount.path}?preview=${encodeURIComponent(name)}`);

async function typeInto(page: Page, t: Words, name: string, text: string) {
  const editor = page.getByRole('textbox', { name: t('entry-preview:edit.label', { name }) });
  await expect(editor).toBeFocused();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type(text);
}

test('files of a folder are turned like pages, by buttons, keys and fingers', async ({
  page,
  t,
  admin,
  server,
  isPhone,
}) => {
  const mount = await makeMount(admin, server.origin);
  await mount.makeFolder('folder');
  await mount.put('a.png', png());
  await mount.put('b.txt', 'the second');
  await mount.put('c.bin', new Uint8Array([0, 1, 2]));
  await page.goto(`/mount-explorer${mount.path}`);
  if (isPhone) await entryOf(page, 'a.png').tap();
  else await entryOf(page, 'a.png').dblclick();
  await expect(preview(page, 'a.png').getByRole('img', { name: 'a.png' })).toBeVisible();
  await expect(page).toHaveURL(/preview=a\.png/);
  const previous = page.getByRole('button', { name: t('entry-preview:previous') });
  await expect(previous).toBeDisabled();
  await expectAccessible(page);

  if (isPhone) await swipe(page, preview(page, 'a.png').getByRole('img', { name: 'a.png' }));
  else await page.keyboard.press('ArrowRight');
  await expect(preview(page, 'b.txt').getByText('the second')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: t('entry-preview:next') }).click();
  await expect(preview(page, 'c.bin').getByText(t('entry-preview:unknown'))).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await expect(preview(page, 'c.bin')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(entryOf(page, 'c.bin')).toBeVisible();
  if (isPhone) return;
  await expect(entryOf(page, 'c.bin'), 'the last seen file').toBeFocused();
  await expect(entryOf(page, 'c.bin')).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await expect(preview(page, 'a.png').getByRole('img', { name: 'a.png' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: t('entry-preview:filmStrip') })).toHaveCount(0);
  await page.keyboard.press('Space');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(entryOf(page, 'a.png')).toBeFocused();
});

/** Swipes from right to left across the middle of an element. */
async function swipe(page: Page, element: ReturnType<Page['getByRole']>) {
  const box = await element.boundingBox();
  if (!box) throw new Error('nothing to swipe on');
  const session = await page.context().newCDPSession(page);
  const y = box.y + box.height / 2;
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x: number) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x, y }],
    });
  await touch('touchStart', 300);
  for (const x of [250, 200, 150, 100]) await touch('touchMove', x);
  await touch('touchEnd', 100);
}

test('an image is zoomed, also by two fingers, and turned, and its list has a picture of it', async ({
  page,
  t,
  admin,
  server,
  isPhone,
}) => {
  const mount = await makeMount(admin, server.origin);
  await mount.put('a.png', png(400));
  await mount.put('b.svg', '<svg xmlns="http://www.w3.org/2000/svg" width="48" height="32"/>');
  await open(page, mount, 'b.svg');
  const drawing = preview(page, 'b.svg').getByRole('img', { name: 'b.svg' });
  await expect(drawing).toHaveJSProperty('naturalWidth', 48);

  await open(page, mount, 'a.png');
  const image = preview(page, 'a.png').getByRole('img', { name: 'a.png' });
  await expect(image).toBeVisible();
  const widthOf = async () => (await image.boundingBox())?.width ?? 0;
  const before = await widthOf();
  const tools = page.getByRole('toolbar', { name: t('entry-preview:image.tools') });
  await tools.getByRole('button', { name: t('entry-preview:image.zoomIn') }).click();
  await expect.poll(widthOf).toBeGreaterThan(before * 1.3);
  await tools.getByRole('button', { name: t('entry-preview:image.fit') }).click();
  await expect.poll(widthOf).toBeCloseTo(before, 0);
  if (isPhone) {
    await pinch(page, image);
    await expect.poll(widthOf).toBeGreaterThan(before * 1.5);
    await tools.getByRole('button', { name: t('entry-preview:image.fit') }).click();
    await expect.poll(widthOf).toBeCloseTo(before, 0);
  }
  await tools.getByRole('button', { name: t('entry-preview:image.turnRight') }).click();
  await expect(image).toHaveCSS('transform', /matrix\(0, 1, -1, 0/);
  await page.getByRole('button', { name: t('entry-preview:facts.show') }).click();
  const facts = page.getByRole('complementary', { name: t('entry-preview:facts.label') });
  await expect(facts).toContainText('image/png');
  await expect(facts.locator('img')).toHaveAttribute('src', /^blob:/);
  await expectAccessible(page);
});

/** Moves two fingers apart from the middle of an element. */
async function pinch(page: Page, element: ReturnType<Page['getByRole']>) {
  const box = await element.boundingBox();
  if (!box) throw new Error('nothing to pinch');
  const session = await page.context().newCDPSession(page);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', apart: number) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints:
        type === 'touchEnd'
          ? []
          : [
              { x: x - apart, y, id: 0 },
              { x: x + apart, y, id: 1 },
            ],
    });
  await touch('touchStart', 20);
  for (const apart of [40, 60, 80, 100]) await touch('touchMove', apart);
  await touch('touchEnd', 100);
}

test('a text is edited and saved by Ctrl S, with its line breaks @once', async ({
  page,
  t,
  admin,
  server,
}) => {
  const mount = await makeMount(admin, server.origin);
  await mount.put('notes.txt', 'one\r\ntwo\r\n');
  await open(page, mount, 'notes.txt');
  await page.getByRole('button', { name: t('entry-preview:text.edit') }).click();
  await typeInto(page, t, 'notes.txt', 'three');
  await expect(page.getByText(t('entry-preview:edit.unsaved'))).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.getByText(t('entry-preview:edit.saved'), { exact: true })).toBeVisible();
  expect(await mount.read('notes.txt')).toBe('one\r\ntwo\r\nthree');
  await page.getByRole('button', { name: t('entry-preview:edit.end') }).click();
  await expect(preview(page, 'notes.txt').getByText('three')).toBeVisible();
});

test('what was typed is kept when the file changes meanwhile, and nothing is overwritten unasked @once', async ({
  page,
  t,
  admin,
  server,
}) => {
  const mount = await makeMount(admin, server.origin);
  await mount.put('shared.txt', 'start\n');
  await open(page, mount, 'shared.txt');
  await page.getByRole('button', { name: t('entry-preview:text.edit') }).click();
  await typeInto(page, t, 'shared.txt', 'mine');
  await mount.put('shared.txt', 'theirs\n');
  await page.keyboard.press('ControlOrMeta+s');
  const conflict = page.getByRole('dialog', { name: t('entry-preview:conflict.title') });
  await expect(conflict).toBeVisible();
  await conflict.getByRole('button', { name: t('entry-preview:conflict.compare') }).click();
  await expect(conflict.getByText('theirs')).toBeVisible();
  await expect(conflict.getByText('mine', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await conflict.getByRole('button', { name: t('entry-preview:conflict.copy') }).click();
  await expect(preview(page, 'shared.txt').getByText('theirs')).toBeVisible();
  expect(await mount.read('shared.txt')).toBe('theirs\n');
  expect(await mount.read('shared (1).txt')).toBe('start\nmine');

  await page.getByRole('button', { name: t('entry-preview:text.edit') }).click();
  await typeInto(page, t, 'shared.txt', 'again');
  await mount.put('shared.txt', 'theirs anew\n');
  await page.keyboard.press('ControlOrMeta+s');
  await conflict.getByRole('button', { name: t('entry-preview:conflict.overwrite') }).click();
  await expect(page.getByText(t('entry-preview:edit.saved'), { exact: true })).toBeVisible();
  expect(await mount.read('shared.txt')).toBe('theirs\nagain');
});

test('a text whose file was deleted meanwhile says so, and is saved as a new file @once', async ({
  page,
  t,
  admin,
  server,
}) => {
  const mount = await makeMount(admin, server.origin);
  await mount.put('gone.txt', 'start\n');
  await open(page, mount, 'gone.txt');
  await page.getByRole('button', { name: t('entry-preview:text.edit') }).click();
  await typeInto(page, t, 'gone.txt', 'mine');
  await admin.call(removeEntries, { body: { paths: [`${mount.path}/gone.txt`] } });
  await page.keyboard.press('ControlOrMeta+s');
  const conflict = page.getByRole('dialog', { name: t('entry-preview:conflict.deletedTitle') });
  await expectAccessible(page);
  await conflict.getByRole('button', { name: t('entry-preview:conflict.createAgain') }).click();
  await expect(page.getByText(t('entry-preview:edit.saved'), { exact: true })).toBeVisible();
  expect(await mount.read('gone.txt')).toBe('start\nmine');
});

test('what was typed survives the tab, and leaving asks @once', async ({
  page,
  t,
  admin,
  server,
}) => {
  const mount = await makeMount(admin, server.origin);
  await mount.put('draft.txt', 'start ');
  await open(page, mount, 'draft.txt');
  const edit = page.getByRole('button', { name: t('entry-preview:text.edit') });
  await edit.click();
  await typeInto(page, t, 'draft.txt', 'unsaved');
  await page
    .getByRole('button', { name: t('shell:actions.close') })
    .first()
    .click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: t('shell:unsaved.keep') }).click();
  await page.reload();
  await edit.click();
  await expect(page.getByText(t('entry-preview:edit.restored'))).toBeVisible();
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.getByText(t('entry-preview:edit.saved'), { exact: true })).toBeVisible();
  expect(await mount.read('draft.txt')).toBe('start unsaved');
});

test('tables, Markdown and archives are shown as what they are @once', async ({
  page,
  t,
  admin,
  server,
}) => {
  const mount = await makeMount(admin, server.origin);
  const rows = Array.from({ length: 20_000 }, (_, index) => `${index},"name, ${index}"`);
  await mount.put('list.csv', ['id,name', ...rows].join('\n'));
  await mount.put('read.md', '# Title\n\n**bold**');
  await mount.put('folder/in.txt', 'inside');
  const archive = await fetch(
    `${server.origin}/api/fs/archive?path=${encodeURIComponent(`${mount.path}/folder/`)}`,
    { headers: admin.headers() },
  );
  const zip = new Uint8Array(await archive.arrayBuffer());
  await mount.put('packed.zip', zip);

  await open(page, mount, 'list.csv');
  await expect(page.getByRole('columnheader', { name: 'name' })).toBeVisible();
  await expect(page.getByRole('cell', { name: 'name, 3', exact: true })).toBeVisible();
  expect(await page.getByRole('row').count()).toBeLessThan(200);
  await expectAccessible(page);
  await open(page, mount, 'read.md');
  await expect(preview(page, 'read.md').getByRole('heading', { name: 'Title' })).toBeVisible();
  await open(page, mount, 'packed.zip');
  const contents = page.getByRole('grid', { name: t('entry-preview:archive.contents') });
  await expect(contents.getByText('folder/in.txt')).toBeVisible();
  await expectAccessible(page);
});

test('a table of 2,000 columns shows those in view, up to its last one @once', async ({
  page,
  admin,
  server,
}) => {
  const mount = await makeMount(admin, server.origin);
  const cells = (first: string) => Array.from({ length: 2000 }, (_, at) => `${first}${at}`);
  const lines = [cells('title '), ...Array.from({ length: 50 }, (_, row) => cells(`${row}-`))];
  await mount.put('wide.csv', lines.map((line) => line.join(',')).join('\n'));

  await open(page, mount, 'wide.csv');
  await expect(page.getByRole('cell', { name: '3-4', exact: true })).toBeVisible();
  expect(await page.getByRole('cell').count()).toBeLessThan(3000);
  const table = page.getByRole('region', { name: 'wide.csv' });
  await table.evaluate((element) => element.scrollTo({ left: element.scrollWidth }));
  await expect(page.getByRole('columnheader', { name: 'title 1999' })).toBeInViewport();
  const last = page.getByRole('cell', { name: '3-1999', exact: true });
  await expect(last).toBeInViewport();
  await expect(last).toHaveAttribute('aria-colindex', '2000');
  const above = await page.getByRole('columnheader', { name: 'title 1999' }).boundingBox();
  expect((await last.boundingBox())?.x).toBeCloseTo(above?.x ?? -1, 0);
});

test('films have the subtitles beside them, documents their pages, slides and sheets, and a viewer that is chosen @once', async ({
  page,
  t,
  admin,
  server,
  problems,
}) => {
  const mount = await makeMount(admin, server.origin);
  await page.goto('/');
  await mount.put('film.webm', await webm(page));
  await mount.put('film.en.srt', '1\r\n00:00:00,000 --> 00:00:09,500\r\nGood evening\r\n');
  await mount.put('pages.pdf', pdf(['First page', 'Second page']));
  await mount.put('letter.doc', 'no real document');
  await mount.put(
    'letter.docx',
    await sampleWord(
      `${paragraph('Dear reader')}<w:p><w:hyperlink r:id="r1"><w:r><w:t>More</w:t></w:r></w:hyperlink></w:p>`,
      [['hyperlink', 'https://example.org/more', true]],
    ),
  );
  await mount.put('talk.pptx', await sampleSlides(['Opening words', 'Closing words']));
  await mount.put(
    'prices.xlsx',
    await sampleWorkbook([
      ['fruit', 'price'],
      ['pear', 3],
    ]),
  );

  await open(page, mount, 'film.webm');
  const cues = () =>
    page.locator('video').evaluate(({ textTracks: [track] }: HTMLVideoElement) => {
      if (!track) return [];
      track.mode = 'hidden';
      return [...(track.cues ?? [])].map((cue) => (cue as VTTCue).text);
    });
  await expect.poll(cues).toEqual(['Good evening']);

  await open(page, mount, 'pages.pdf');
  const sheet = (number: number) =>
    page.getByRole('img', { name: t('previews:pdf.label', { name: 'pages.pdf', page: number }) });
  await expect(sheet(1)).toBeVisible();
  await expect(sheet(2)).toBeVisible();

  const paper = page.frameLocator('iframe');
  await open(page, mount, 'letter.docx');
  await expect(paper.getByText('Dear reader')).toBeVisible();
  await expect(paper.getByRole('link', { name: 'More' })).toHaveAttribute('target', '_blank');
  await expectAccessible(page);
  // Keys reach the preview from within the document, too.
  await paper.getByText('Dear reader').click();
  await page.keyboard.press('ArrowRight');
  await expect(preview(page, 'pages.pdf')).toBeVisible();
  await open(page, mount, 'talk.pptx');
  await expect(paper.getByText('Opening words')).toBeVisible();
  await expect(paper.getByText('Closing words')).toBeAttached();
  await open(page, mount, 'prices.xlsx');
  await expect(page.getByRole('columnheader', { name: 'B', exact: true })).toBeVisible();
  await expect(page.getByRole('cell', { name: 'pear' })).toBeVisible();

  const asked: string[] = [];
  await page.route('https://view.officeapps.live.com/**', async (route) => {
    asked.push(new URL(route.request().url()).searchParams.get('src') ?? '');
    await route.fulfill({ contentType: 'text/html', body: '<p>The letter</p>' });
  });
  await open(page, mount, 'letter.doc');
  const choose = page.getByRole('button', { name: t('previews:office.microsoft') });
  await expect(choose).toBeVisible();
  expect(asked, 'nobody gets a link before that is agreed to').toEqual([]);
  await choose.click();
  await expect(page.frameLocator('iframe').getByText('The letter')).toBeVisible();
  expect(await (await fetch(asked[0] ?? '')).text()).toBe('no real document');
  const elsewhere = problems.filter((problem) => !problem.includes('officeapps'));
  problems.splice(0, problems.length, ...elsewhere);
});

test('a text of 50 MB opens and scrolls, also where it is one line @once', async ({
  page,
  t,
  admin,
  server,
}) => {
  test.setTimeout(240_000);
  const mount = await makeMount(admin, server.origin);
  const text = `["${'0123456789'.repeat(5_000_000)}","the end"]`;
  await mount.put('long.json', new TextEncoder().encode(text));
  await open(page, mount, 'long.json');
  const content = page.getByRole('region', { name: t('previews:content') });
  await expect(content).toBeVisible({ timeout: 150_000 });
  await content.focus();
  // Row heights are estimates until the rows were visible, so the second attempt finds the end.
  await expect(async () => {
    await page.keyboard.press('End');
    await expect(content.getByText('the end')).toBeInViewport({ timeout: 1000 });
  }).toPass({ timeout: 30_000 });
  await expect(page.getByRole('button', { name: t('entry-preview:text.edit') })).toHaveCount(0);
});

test('what is played goes on with the next of the folder @desktop', async ({
  page,
  t,
  admin,
  server,
}) => {
  const mount = await makeMount(admin, server.origin);
  for (const name of ['1.wav', '2.wav']) {
    await mount.put(name, wav(1));
  }
  await open(page, mount, '1.wav');
  const audio = page.locator('audio');
  await page.getByRole('combobox', { name: t('entry-preview:player.speed') }).selectOption('2');
  await expect.poll(() => audio.evaluate((it: HTMLAudioElement) => it.playbackRate)).toBe(2);
  const playlist = page.getByRole('navigation', { name: t('entry-preview:player.playlist') });
  await playlist.getByRole('button', { name: '1.wav' }).click();
  await expect(preview(page, '2.wav')).toBeVisible();
  await expect
    .poll(() => audio.evaluate((it: HTMLAudioElement) => it.currentTime))
    .toBeGreaterThan(0);
  await expect
    .poll(() => audio.evaluate((it: HTMLAudioElement) => it.playbackRate), 'at the same speed')
    .toBe(2);
  await expectAccessible(page);
});
