import { expect, type Locator } from '@playwright/test';
import { errorMessage } from '@satchel/api-client/messages';
import { createShare, editorOf, linkIn, openOptions, resultOf, write } from './fixtures/steps.ts';
import { test } from './fixtures/test.ts';

test.use({ isLoggedIn: true });

/** Drops a file with content, or with a number of letters, onto the editor by real drag events. */
async function drop(editor: Locator, name: string, content: string | number): Promise<void> {
  const dataTransfer = await editor.page().evaluateHandle(
    ([fileName, part]) => {
      const transfer = new DataTransfer();
      const bytes = typeof part === 'number' ? new Uint8Array(part).fill(65) : part;
      transfer.items.add(new File([bytes], fileName));
      return transfer;
    },
    [name, content] as const,
  );
  await editor.dispatchEvent('drop', { dataTransfer });
}

test('the toolbar formats what is selected (SPEC 2)', async ({ page, t }) => {
  await page.goto('/');
  const toolbar = page.getByRole('toolbar', { name: t('markdown:editor.toolbar') });
  const steps = [
    { name: 'bold', result: '**word**' },
    { name: 'strikethrough', result: '~~word~~' },
    { name: 'quote', result: '> word' },
    { name: 'taskList', result: '- [ ] word' },
    { name: 'link', result: '[word](' },
    { name: 'heading', result: '## word' },
  ] as const;
  for (const { name, result } of steps) {
    await write(page, t, 'word');
    await page.keyboard.press('ControlOrMeta+a');
    await toolbar.getByRole('button', { name: t(`markdown:editor.${name}`) }).click();
    await expect(editorOf(page, t)).toContainText(result);
  }
});

test('shortcuts format too, and Ctrl+Enter shares (SPEC 2)', { tag: '@desktop' }, async ({
  page,
  t,
}) => {
  await page.goto('/');
  await write(page, t, 'word');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('ControlOrMeta+b');
  await page.keyboard.press('ControlOrMeta+i');
  await expect(editorOf(page, t)).toContainText('**_word_**');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(resultOf(page, t)).toBeVisible();
  await expect(editorOf(page, t), 'what is shared is no draft any more').not.toContainText('word');
});

test('the preview follows what is written (SPEC 2)', async ({ page, t, isPhone }) => {
  await page.goto('/');
  await write(page, t, '## Fruit\n\n- apple\n- pear\n');
  if (isPhone) {
    await page.getByRole('button', { name: t('markdown:editor.preview'), exact: true }).click();
  }
  const preview = page.getByRole('region', { name: t('markdown:editor.preview') });
  await expect(preview.getByRole('heading', { name: 'Fruit' })).toBeVisible();
  await expect(preview.getByRole('listitem')).toHaveText(['apple', 'pear']);
});

test('the preview scrolls along when a long text is pasted, and stays where it is scrolled itself @desktop @once', async ({
  page,
  t,
}) => {
  await page.goto('/');
  const words = Array.from({ length: 200 }, (_, line) => `## Part ${line}\n\n`).join('');
  await editorOf(page, t).click();
  await page.keyboard.insertText(`${words}## The end`);
  const preview = page.getByRole('region', { name: t('markdown:editor.preview') });
  await expect(preview.getByRole('heading', { name: 'The end' })).toBeInViewport();
  await preview.hover();
  await page.mouse.wheel(0, -100_000);
  await expect(preview.getByRole('heading', { name: 'Part 0', exact: true })).toBeInViewport();
});

test('a draft survives a reload, and clearing it asks first (SPEC 2) @once', async ({
  page,
  t,
}) => {
  await page.goto('/');
  await write(page, t, 'Half a thought');
  await expect(page.getByText(t('markdown:editor.draftSaved'))).toBeVisible();
  await page.reload();
  await expect(editorOf(page, t)).toContainText('Half a thought');
  await page.getByRole('button', { name: t('markdown:editor.clear'), exact: true }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText(t('markdown:editor.clearTitle'));
  await question.getByRole('button', { name: t('markdown:editor.clear'), exact: true }).click();
  await expect(editorOf(page, t)).not.toContainText('Half a thought');
  await expect(editorOf(page, t), 'the editor has the focus').toBeFocused();
  await page.reload();
  await expect(editorOf(page, t)).not.toContainText('Half a thought');
});

test('a dropped text file is loaded, after a question where text would go (SPEC 2, 5) @once', async ({
  page,
  t,
}) => {
  await page.goto('/');
  const editor = editorOf(page, t);
  await drop(editor, 'notes.md', '# From a file');
  await expect(editor).toContainText('# From a file');
  await expect(page.getByText(t('markdown:editor.loaded', { name: 'notes.md' }))).toBeVisible();

  await drop(editor, 'other.md', 'Something else');
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText(
    t('markdown:editor.replaceDescription', { name: 'other.md' }),
  );
  await question.getByRole('button', { name: t('shell:actions.cancel') }).click();
  await expect(editor).toContainText('# From a file');
  await drop(editor, 'other.md', 'Something else');
  await question.getByRole('button', { name: t('markdown:editor.replace'), exact: true }).click();
  await expect(editor).toContainText('Something else');
});

test('text, pictures and files that are pasted and dropped on Home get one link', async ({
  page,
  t,
  openVisitor,
}) => {
  await page.goto('/');
  const editor = editorOf(page, t);
  await write(page, t, 'Still here');
  await drop(editor, 'huge.txt', 10 * 1024 * 1024 + 1);
  await drop(editor, 'photo.png', '\u0089PNG\u0000\u0000');
  const chosen = page.getByRole('grid', { name: t('file-shares:upload.chosen') });
  await expect(chosen).toContainText('huge.txt');
  await expect(chosen).toContainText('photo.png');
  await paste(page.locator('body'), { file: 'screenshot.png' });
  await expect(chosen).toContainText('screenshot.png');
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await paste(page.locator('body'), { text: 'Pasted beside it' });
  await paste(editor, { text: 'our map', html: 'See <a href="https://example.com/">our map</a>' });
  await expect(editor).toContainText('Still here');
  await expect(editor).toContainText('Pasted beside it');
  await expect(editor, 'links stay').toContainText('[our map](https://example.com/)');
  await page
    .getByRole('button', { name: t('file-shares:upload.remove', { name: 'huge.txt' }) })
    .click();

  const link = await linkIn(await createShare(page, t));
  await expect(page, 'the link comes where one is').toHaveURL('/');
  expect(link).toContain('/share/');
  const visitor = await openVisitor();
  await visitor.goto(link);
  for (const name of [/^photo\.png$/, /^screenshot\.png$/, /^text\.(md|txt)$/]) {
    await expect(visitor.getByText(name).first()).toBeVisible();
  }
  await page.goto('/');
  await expect(editorOf(page, t)).not.toContainText('Still here');
  await expect(chosen).toHaveCount(0);
});

/** Pastes like from another program, as far as pages can tell. */
async function paste(
  target: Locator,
  given: { readonly text?: string; readonly html?: string; readonly file?: string },
): Promise<void> {
  await target.evaluate((element, { text, html, file }) => {
    const clipboardData = new DataTransfer();
    if (file) clipboardData.items.add(new File(['picture'], file, { type: 'image/png' }));
    if (text) clipboardData.setData('text/plain', text);
    if (html) clipboardData.setData('text/html', html);
    const options = { clipboardData, bubbles: true, cancelable: true };
    element.dispatchEvent(new ClipboardEvent('paste', options));
  }, given);
}

test(
  'a link suffix that is taken, reserved or malformed is refused at its field (SPEC 5)',
  { tag: '@once' },
  async ({ page, t, admin, language }, testInfo) => {
    const taken = `taken-${testInfo.testId.slice(-8)}-${testInfo.repeatEachIndex}-${Date.now()}`;
    await admin.shareText('first come', { slug: taken });
    await page.goto('/');
    await write(page, t, 'second');
    await openOptions(page, t);
    const slug = page.getByLabel(t('shares:fields.slug'));
    const submit = page.getByRole('button', { name: t('text-shares:new.submit'), exact: true });

    await slug.fill(taken);
    await submit.click();
    await expect(slug).toHaveAccessibleDescription(errorMessage('shares.slug_taken', language));
    await slug.fill('admin');
    await submit.click();
    await expect(slug).toHaveAccessibleDescription(errorMessage('shares.slug_reserved', language));
    await slug.fill('with space');
    await submit.click();
    await expect(slug).toHaveAccessibleDescription(t('shares:problems.slug'));
    await expect(slug).toHaveAttribute('aria-invalid', 'true');

    await slug.fill(`${taken}_2`);
    const link = await linkIn(await createShare(page, t));
    expect(link).toMatch(new RegExp(`/paste/${taken}_2$`));
  },
);

test('nothing is shared without content or with views that are no number (SPEC 5) @once', async ({
  page,
  t,
}) => {
  await page.goto('/');
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') calls.push(request.url());
  });
  const submit = page.getByRole('button', { name: t('text-shares:new.submit'), exact: true });
  await expect(editorOf(page, t)).toBeVisible();
  await submit.click();
  await expect(page.getByRole('alert')).toHaveText(t('text-shares:new.empty'));
  await write(page, t, 'something');
  await openOptions(page, t);
  const views = page.getByLabel(t('shares:fields.maxViews'));
  await views.fill('many');
  await submit.click();
  await expect(views).toHaveAccessibleDescription(t('shares:problems.maxViews'));
  expect(calls).toEqual([]);
});
