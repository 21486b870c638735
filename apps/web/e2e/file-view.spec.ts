import { createHash } from 'node:crypto';
import { expect } from '@playwright/test';
import {
  deleteFileShares,
  getFileShare,
  updateFileShare,
} from '@satchel/api-client/contract/file-shares';
import { paragraph, sampleWord } from '../src/shared/previews/documents/office/sample-documents.ts';
import { pdf, png, sha256Of, wav, webm } from './fixtures/files.ts';
import { makeMount } from './fixtures/mounts.ts';
import { test } from './fixtures/test.ts';

test('an image is shown, with its size and type, and downloaded as it was (SPEC 2)', async ({
  page,
  t,
  admin,
}) => {
  const image = png();
  const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="48" height="32"/>';
  await page.goto(`/file/${await admin.shareFile('drawing.svg', drawing)}`);
  await expect(page.getByRole('img', { name: 'drawing.svg' })).toHaveJSProperty('naturalWidth', 48);

  const slug = await admin.shareFile('日落 square.png', image, { remark: 'Holiday' });
  await page.goto(`/file/${slug}`);
  await expect(page.getByRole('heading', { name: 'Holiday', level: 1 })).toBeVisible();
  await expect(page.getByText('日落 square.png · PNG')).toBeVisible();
  const shown = page.getByRole('img', { name: '日落 square.png' });
  await expect(shown).toHaveJSProperty('naturalWidth', 64);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: t('file-shares:view.download') }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('日落 square.png');
  expect(await sha256Of(await file.createReadStream())).toBe(
    createHash('sha256').update(image).digest('hex'),
  );
});

test('a page whose link ends while it is open says so when its file is downloaded @once', async ({
  page,
  t,
  admin,
}) => {
  const slug = await admin.shareFile('notes.txt', 'Words');
  await page.goto(`/file/${slug}`);
  const download = page.getByRole('link', { name: t('file-shares:view.download') });
  await expect(download).toBeVisible();
  const { id } = await admin.call(getFileShare, { params: { id: slug } });
  await admin.call(deleteFileShares, { body: { ids: [id] } });
  await download.click();
  await expect(
    page.getByRole('heading', { name: t('share-views:states.notFoundTitle') }),
  ).toBeVisible();
});

test('text, code and Markdown files are shown as what they are (SPEC 2) @once', async ({
  page,
  t,
  admin,
}) => {
  const text = await admin.shareFile('notes.txt', 'Plain <b>words</b>');
  await page.goto(`/file/${text}`);
  const content = page.getByRole('region', { name: t('previews:content') });
  await expect(content).toHaveText('Plain <b>words</b>');

  const code = await admin.shareFile('main.ts', 'const answer: number = 42;\n');
  await page.goto(`/file/${code}`);
  await expect(content.locator('.hljs-keyword')).toHaveText('const');

  const markdown = await admin.shareFile('readme.md', '# Read me\n\n- [x] done\n');
  await page.goto(`/file/${markdown}`);
  await expect(page.getByRole('heading', { name: 'Read me' })).toBeVisible();
  await page.getByRole('button', { name: t('previews:source') }).click();
  await expect(content).toContainText('- [x] done');
});

test('a PDF is drawn page by page (SPEC 2)', async ({ page, t, admin }) => {
  const slug = await admin.shareFile('report.pdf', pdf(['First page', 'Second page']));
  await page.goto(`/file/${slug}`);
  const pageOf = (number: number) =>
    page.getByRole('img', { name: t('previews:pdf.label', { name: 'report.pdf', page: number }) });
  await expect(pageOf(1)).toBeVisible();
  await expect(page.getByText('First page')).toBeAttached();
  await pageOf(2).scrollIntoViewIfNeeded();
  await expect(pageOf(2)).toBeInViewport();
  await expect(page.getByText('Second page')).toBeAttached();
});

test('an office document is shown here, or by a service once somebody agrees that it gets a link (SPEC 9)', {
  tag: '@once',
}, async ({ page, t, admin, problems }) => {
  const viewer = 'https://view.officeapps.live.com/**';
  await page.route(viewer, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<p>A letter, drawn by a service</p>' }),
  );
  const letter = await sampleWord(paragraph('A letter, drawn here'));
  const slug = await admin.shareFile('letter.docx', letter);
  await page.goto(`/file/${slug}`);
  await expect(page.frameLocator('iframe').getByText('A letter, drawn here')).toBeVisible();
  await page.getByRole('button', { name: t('previews:office.online') }).click();
  const choice = page.getByRole('button', { name: t('previews:office.microsoft') });
  await expect(choice).toBeVisible();
  expect(problems, 'nobody is asked before').toEqual([]);
  await choice.click();
  await expect(page.frameLocator('iframe').getByText('A letter, drawn by a service')).toBeVisible();
  const [request] = problems.splice(0);
  const address = new URL(request?.split(': ')[1] ?? '').searchParams.get('src') ?? '';
  expect(new Uint8Array(await (await fetch(address)).arrayBuffer())).toEqual(letter);
});

test('audio and video can be played (SPEC 2)', { tag: '@once' }, async ({ page, t, admin }) => {
  const tone = await admin.shareFile('tone.wav', wav());
  await page.goto(`/file/${tone}`);
  const audio = page.getByLabel(t('previews:audio', { name: 'tone.wav' }));
  await expect(audio).toBeVisible();
  await expect.poll(() => audio.evaluate((media: HTMLAudioElement) => media.duration)).toBe(0.5);

  const film = await admin.shareFile('clip.webm', await webm(page));
  await page.goto(`/file/${film}`);
  const video = page.getByLabel(t('previews:video', { name: 'clip.webm' }));
  await expect(video).toBeVisible();
  await expect
    .poll(() => video.evaluate((media: HTMLVideoElement) => media.videoWidth))
    .toBeGreaterThan(0);
});

test('a table, an archive and an image have the tools of the explorer @once', async ({
  page,
  t,
  admin,
  server,
}) => {
  await page.goto(`/file/${await admin.shareFile('prices.csv', 'fruit,price\npear,3\nplum,4\n')}`);
  const table = page.getByRole('region', { name: 'prices.csv' });
  await expect(table.getByRole('columnheader', { name: 'price' })).toBeVisible();
  await expect(table.getByRole('cell', { name: 'plum' })).toBeVisible();

  const mount = await makeMount(admin, server.origin);
  await mount.put('photos/sea.jpg', 'waves');
  const archive = await fetch(
    `${server.origin}/api/fs/archive?path=${encodeURIComponent(`${mount.path}/photos/`)}`,
    { headers: admin.headers() },
  );
  const zip = new Uint8Array(await archive.arrayBuffer());
  await page.goto(`/file/${await admin.shareFile('trip.zip', zip)}`);
  const contents = page.getByRole('grid', { name: t('entry-preview:archive.contents') });
  await expect(contents.getByText('photos/sea.jpg')).toBeVisible();

  await page.goto(`/file/${await admin.shareFile('sea.png', png())}`);
  await page.getByRole('button', { name: t('entry-preview:image.zoomIn') }).click();
  await expect(page.getByText('150 %')).toBeVisible();
});

test('an archive that is damaged says so, and not that its link has expired @once', async ({
  page,
  t,
  admin,
}) => {
  const slug = await admin.shareFile('damaged.zip', new Uint8Array(3000).fill(7));
  await page.goto(`/file/${slug}`);
  await expect(page.getByText(t('previews:unreadable.description'))).toBeVisible();

  const whole = await admin.shareFile('whole.zip', new Uint8Array(3000).fill(7));
  await page.route(`**/api/file-view/${whole}*`, (route) => route.fulfill({ status: 410 }));
  await page.goto(`/file/${whole}`);
  await expect(page.getByText(t('previews:failed.description'))).toBeVisible();
});

test('a file that no browser can show is offered for download only (SPEC 2) @once', async ({
  page,
  t,
  admin,
}) => {
  const slug = await admin.shareFile('archive.bin', new Uint8Array([0, 1, 2, 3]));
  await page.goto(`/file/${slug}`);
  await expect(page.getByRole('link', { name: t('file-shares:view.download') })).toBeVisible();
  await expect(page.getByRole('heading', { name: t('file-shares:view.preview') })).toHaveCount(0);
});

test('a file with a password and one view opens once (SPEC 4, 5)', { tag: '@once' }, async ({
  page,
  t,
  admin,
  openVisitor,
}) => {
  const slug = await admin.shareFile('secret.txt', 'For your eyes only', {
    password: 'open sesame',
    max_views: 1,
  });
  await page.goto(`/file/${slug}`);
  const password = page.getByLabel(t('share-views:password.label'), { exact: true });
  await password.fill('guess');
  await password.press('Enter');
  await expect(password).toHaveAttribute('aria-invalid', 'true');
  await password.fill('open sesame');
  await password.press('Enter');
  await expect(page.getByText('For your eyes only')).toBeVisible();
  await expect(page.getByText(t('share-views:details.lastView'))).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: t('file-shares:view.download') }).click();
  expect((await download).suggestedFilename()).toBe('secret.txt');

  const late = await openVisitor();
  await late.goto(`/file/${slug}`);
  await expect(
    late.getByRole('heading', { name: t('share-views:states.usedUpTitle') }),
  ).toBeVisible();
});

test('a limited file asks before it spends a view, and says so where none is left (SPEC 4) @once', async ({
  page,
  t,
  admin,
}) => {
  const slug = await admin.shareFile('once.txt', 'just once', { max_views: 1 });
  await page.goto(`/file/${slug}`);
  await expect(page.getByText(t('share-views:limited.description', { count: 1 }))).toBeVisible();
  await page.getByRole('button', { name: t('share-views:limited.open') }).click();
  await expect(page.getByText('just once')).toBeVisible();
  await page.reload();
  await expect(page.getByText(t('share-views:states.usedUp'))).toBeVisible();
  await page.goto('/file/no-such-file');
  await expect(page.getByText(t('share-views:states.notFound'))).toBeVisible();
});

test('a download that fails because the owner has set another password says that the visit has ended @once', async ({
  page,
  t,
  admin,
}) => {
  const slug = await admin.shareFile('plan.txt', 'the plan', { password: 'sesame' });
  const { id } = await admin.call(getFileShare, { params: { id: slug } });
  const enter = async (word: string) => {
    await page.getByLabel(t('share-views:password.label'), { exact: true }).fill(word);
    await page.keyboard.press('Enter');
    await expect(page.getByText('the plan')).toBeVisible();
  };
  const download = page.getByRole('link', { name: t('file-shares:view.download') });
  const ended = page.getByText(t('share-views:recipient.visitEnded'));
  await page.goto(`/file/${slug}`);
  await enter('sesame');
  const checked = page.waitForResponse((reply) => reply.request().method() === 'HEAD');
  await download.click();
  await checked;
  await expect(ended).toHaveCount(0);
  await admin.call(updateFileShare, { params: { id }, body: { password: 'other' } });
  await download.click();
  await expect(ended).toBeVisible();
  await page.getByRole('button', { name: t('share-views:recipient.openAgain') }).click();
  await enter('other');
});

test.describe('as its owner', () => {
  test.use({ isLoggedIn: true });

  test('a limited file is opened, changed and deleted without spending a view (SPEC 6)', {
    tag: '@once',
  }, async ({ page, t, admin }) => {
    const slug = await admin.shareFile('mine.txt', 'my own file', { max_views: 1 });
    await page.goto(`/file/${slug}`);
    await page.getByRole('button', { name: t('share-views:owner.open') }).click();
    await expect(page.getByText('my own file')).toBeVisible();
    const { views } = await admin.call(getFileShare, { params: { id: slug } });
    expect(views).toBe(0);
    await page.getByRole('button', { name: t('shell:actions.delete'), exact: true }).click();
    const question = page.getByRole('alertdialog');
    await question.getByRole('button', { name: t('shell:actions.delete') }).click();
    await expect(page).toHaveURL('/');
    await page.goto(`/file/${slug}`);
    await expect(page.getByText(t('share-views:states.notFound'))).toBeVisible();
  });

  test('an expired file still opens for its owner, who is told so (SPEC 6)', async ({
    page,
    t,
    admin,
    openVisitor,
  }) => {
    const slug = await admin.shareFile('old.txt', 'kept for its owner');
    const expires_at = new Date(Date.now() + 1500).toISOString();
    const { id } = await admin.call(getFileShare, { params: { id: slug } });
    await admin.call(updateFileShare, { params: { id }, body: { expires_at } });
    await expect
      .poll(async () => (await page.request.get(`/api/public/files/${slug}?peek=1`)).status())
      .toBe(410);
    await page.goto(`/file/${slug}`);
    await expect(
      page.getByRole('heading', { name: t('share-views:states.expiredTitle') }),
    ).toBeVisible();
    await page.getByRole('button', { name: t('share-views:owner.open') }).click();
    await expect(page.getByText('kept for its owner')).toBeVisible();
    await expect(page.getByText(t('share-views:owner.isOver'))).toBeVisible();

    const visitor = await openVisitor();
    await visitor.goto(`/file/${slug}`);
    await expect(
      visitor.getByRole('heading', { name: t('share-views:states.expiredTitle') }),
    ).toBeVisible();
    await expect(visitor.getByRole('button', { name: t('share-views:owner.open') })).toHaveCount(0);
  });
});
