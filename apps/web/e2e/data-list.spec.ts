import { type ElementHandle, expect, type Locator, type Page } from '@playwright/test';
import { createBundle } from '@satchel/api-client/contract/bundles';
import { listTextShares } from '@satchel/api-client/contract/text-shares';
import { createUploadRequest } from '@satchel/api-client/contract/upload-requests';
import type { AdminApi } from './fixtures/api.ts';
import { rangeOf, rowOf, rowsOf, undoButton, uniqueWord } from './fixtures/lists.ts';
import { test } from './fixtures/test.ts';
import type { Words } from './fixtures/words.ts';

test.use({ isLoggedIn: true });

const PATH = '/admin/text-management';

/** Shares texts whose titles begin with a unique word, so that a search finds exactly them. */
async function shareMany(admin: AdminApi, count: number): Promise<string> {
  const word = uniqueWord();
  for (let number = 1; number <= count; number += 1) {
    await admin.shareText('text', { remark: `${word} ${String(number).padStart(2, '0')}` });
  }
  return word;
}

const searchBox = (page: Page, t: Words) =>
  page.getByRole('searchbox', { name: t('data-lists:search') });

const checkbox = (page: Page, t: Words, name: string) =>
  page.getByRole('checkbox', { name: t('data-lists:select', { name }) });

/**
 * Types letter by letter and then follows a link or picks an option, all before the search's typing pause
 * ends, even on a slow machine.
 */
function typeAtOnce(box: Locator, text: string, then: ElementHandle | null = null): Promise<void> {
  return box.evaluate(
    (input, [letters, next]) => {
      const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {};
      for (let end = 1; end <= letters.length; end += 1) {
        set?.call(input, letters.slice(0, end));
        input.dispatchEvent(new Event('input', { bubbles: true }));
      }
      if (next instanceof HTMLSelectElement) {
        next.selectedIndex = 1;
        next.dispatchEvent(new Event('change', { bubbles: true }));
      } else if (next instanceof HTMLElement) next.click();
    },
    [text, then] as const,
  );
}

test('six letters are one request', { tag: '@once' }, async ({ page, t }) => {
  await page.goto(PATH);
  await expect(searchBox(page, t)).toBeVisible();
  const requests: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    // The list itself may still be on its way on a busy machine.
    const words = searchParams.get('search');
    if (pathname === '/api/pastes' && words) requests.push(words);
  });
  await typeAtOnce(searchBox(page, t), 'abcdef');
  await expect(page).toHaveURL(/q=abcdef/);
  await expect(page.getByText(t('data-lists:noMatch', { words: 'abcdef' }))).toBeVisible();
  expect(requests).toEqual(['abcdef']);
});

test('a search that was left by the sidebar does not return', { tag: '@once' }, async ({
  page,
  t,
}) => {
  await page.clock.install();
  await page.goto(`${PATH}?q=first`);
  await expect(searchBox(page, t)).toHaveValue('first');
  const section = page
    .getByRole('navigation', { name: t('panel:label') })
    .getByRole('link', { name: t('panel:sections.text-management') });
  await typeAtOnce(searchBox(page, t), 'second', await section.elementHandle());
  await expect(page).toHaveURL(new RegExp(`${PATH}$`));
  await expect(searchBox(page, t)).toHaveValue('');
  // Waits longer than that pause.
  await page.clock.runFor(600);
  await expect(page).toHaveURL(new RegExp(`${PATH}$`));
  await searchBox(page, t).fill('third');
  await expect(page).toHaveURL(/q=third/);
  await page.goBack();
  await expect(searchBox(page, t), 'the box shows what the address says').toHaveValue('first');
});

test('a search is not lost by a filter that is chosen before it has begun', {
  tag: '@once',
}, async ({ page, t }) => {
  await page.clock.install();
  await page.goto(PATH);
  const states = page.getByRole('combobox', { name: t('data-lists:filter') });
  await typeAtOnce(searchBox(page, t), 'typed', await states.elementHandle());
  await expect(page).toHaveURL(/q=typed&state=/);
  await expect(searchBox(page, t)).toHaveValue('typed');
  await typeAtOnce(
    searchBox(page, t),
    'more',
    await page.getByRole('button', { name: t('data-lists:showAll') }).elementHandle(),
  );
  await expect(page).toHaveURL(new RegExp(`${PATH}$`));
  await page.clock.runFor(600);
  await expect(searchBox(page, t), 'all is all').toHaveValue('');
  await expect(page).toHaveURL(new RegExp(`${PATH}$`));
});

test('a page beyond the end goes straight to the last', { tag: '@once' }, async ({
  page,
  t,
  admin,
}) => {
  const word = await shareMany(admin, 12);
  const pages: (string | null)[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === '/api/pastes') pages.push(searchParams.get('page'));
  });
  await page.goto(`${PATH}?q=${word}&page=97`);
  await expect(rangeOf(page, t, 11, 12, 12)).toBeVisible();
  await expect(page).toHaveURL(/page=2/);
  expect(pages).toEqual(['97', '2']);
  await page.getByRole('textbox', { name: t('data-lists:pages.jump') }).fill('1');
  await page.keyboard.press('Enter');
  await expect(rangeOf(page, t, 1, 10, 12)).toBeVisible();
});

test('nonsense in the address shows the list', { tag: '@once' }, async ({ page, t }) => {
  await page.goto(`${PATH}?page=-3&sort=colour&order=up&state=gone&edit=`);
  await expect(
    page.getByRole('heading', { name: t('text-shares:manage.title'), level: 1 }),
  ).toBeVisible();
  await expect(page.getByText(t('data-lists:loadFailed'))).toHaveCount(0);
});

test('deleting the last row of page 3 lands on page 2, and undo brings it back', {
  tag: '@once',
}, async ({ page, t, admin }) => {
  const word = await shareMany(admin, 21);
  await page.goto(`${PATH}?q=${word}&page=3`);
  await expect(rowsOf(page)).toHaveCount(1);
  await checkbox(page, t, `${word} 01`).check();
  await page.getByRole('button', { name: t('data-lists:deleteSelected'), exact: true }).click();
  await expect(rangeOf(page, t, 11, 20, 20)).toBeVisible();
  await expect(page).toHaveURL(/page=2/);
  await undoButton(page, t).click();
  await expect(rangeOf(page, t, 11, 20, 21)).toBeVisible();
});

test('rows are selected across pages, and all of them at once @once', async ({
  page,
  t,
  admin,
}) => {
  const word = await shareMany(admin, 23);
  await page.goto(`${PATH}?q=${word}`);
  await checkbox(page, t, `${word} 23`).check();
  await page.getByRole('button', { name: t('data-lists:pages.next') }).click();
  await checkbox(page, t, `${word} 05`).check();
  const selected = (count: number) =>
    page.getByText(t('data-lists:selected', { count }), { exact: true });
  await expect(selected(2)).toBeVisible();
  await page.getByRole('button', { name: t('data-lists:selectAll', { count: 23 }) }).click();
  await expect(selected(23)).toBeVisible();
  await checkbox(page, t, `${word} 06`).uncheck();
  await expect(selected(22)).toBeVisible();
  await page.getByRole('button', { name: t('data-lists:deleteSelected'), exact: true }).click();
  await expect(rangeOf(page, t, 1, 1, 1)).toBeVisible();
  await page.reload();
  // The request of the previous page may arrive after the first list.
  const query = { search: word };
  await expect
    .poll(async () => (await admin.call(listTextShares, { query })).pagination.total)
    .toBe(1);
  await page.reload();
  await expect(rowOf(page, `${word} 06`)).toBeVisible();
  await expect(rowsOf(page)).toHaveCount(1);
});

test('all bundles and all upload requests are selected at once, too', {
  tag: ['@desktop', '@once'],
}, async ({ page, t, admin }) => {
  const title = uniqueWord();
  for (let number = 0; number < 11; number += 1) {
    await admin.call(createBundle, { body: { title } });
    await admin.call(createUploadRequest, { body: { title } });
  }
  for (const path of ['bundle-management', 'upload-requests']) {
    await page.goto(`/admin/${path}?q=${title}`);
    await rowsOf(page).first().getByRole('checkbox').check();
    await page.getByRole('button', { name: t('data-lists:selectAll', { count: 11 }) }).click();
    await page.getByRole('button', { name: t('data-lists:deleteSelected'), exact: true }).click();
    await expect(rowsOf(page)).toHaveCount(0);
    await expect(page.getByText(t('data-lists:noMatch', { words: title }))).toBeVisible();
  }
});

test('columns and page size are remembered', { tag: ['@desktop', '@once'] }, async ({
  page,
  t,
  admin,
}) => {
  const word = await shareMany(admin, 12);
  await page.goto(`${PATH}?q=${word}`);
  const head = (name: string) => page.getByRole('columnheader', { name });
  await expect(head(t('share-lists:columns.creator'))).toHaveCount(0);
  await page.getByRole('button', { name: t('data-lists:columns') }).click();
  await page
    .getByRole('menuitemcheckbox', { name: t('share-lists:columns.creator'), exact: true })
    .click();
  await page
    .getByRole('menuitemcheckbox', { name: t('share-lists:columns.views'), exact: true })
    .click();
  await page.keyboard.press('Escape');
  await page.getByRole('combobox', { name: t('data-lists:pages.size') }).selectOption('20');
  await expect(rowsOf(page)).toHaveCount(12);
  await page.reload();
  await expect(rowsOf(page)).toHaveCount(12);
  await expect(head(t('share-lists:columns.creator'))).toBeVisible();
  await expect(head(t('share-lists:columns.views'))).toHaveCount(0);
});

test('a list is sorted and filtered by its address', { tag: '@desktop' }, async ({
  page,
  t,
  admin,
}) => {
  const word = await shareMany(admin, 3);
  await admin.shareText('a longer text', { remark: `${word} long`, password: 'p' });
  await page.goto(`${PATH}?q=${word}`);
  await page.getByRole('button', { name: t('share-lists:columns.size') }).click();
  await expect(page).toHaveURL(/sort=size/);
  await expect(rowsOf(page).first()).toContainText(`${word} long`);
  await page.getByRole('button', { name: t('share-lists:columns.size') }).click();
  await expect(rowsOf(page).last()).toContainText(`${word} long`);
  await page
    .getByRole('combobox', { name: t('data-lists:filter') })
    .selectOption({ label: t('share-lists:states.protected') });
  await expect(rowsOf(page)).toHaveCount(1);
  await page.reload();
  await expect(rowsOf(page)).toHaveCount(1);
});

test('the keyboard moves, selects, opens and deletes', { tag: ['@desktop', '@once'] }, async ({
  page,
  t,
  admin,
}) => {
  const word = await shareMany(admin, 5);
  await page.goto(`${PATH}?q=${word}`);
  await rowOf(page, `${word} 05`).focus();
  await page.keyboard.press('ArrowDown');
  await expect(rowOf(page, `${word} 04`)).toBeFocused();
  await page.keyboard.press('Space');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(page.getByRole('row', { selected: true })).toHaveCount(2);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('row', { selected: true })).toHaveCount(0);
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('dialog', { name: t('text-shares:edit.title') });
  await expect(sheet).toBeVisible();
  await expect(page).toHaveURL(/edit=/);
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await rowOf(page, `${word} 01`).focus();
  await page.keyboard.press('Delete');
  await expect(rowOf(page, `${word} 01`)).toHaveCount(0);
  await undoButton(page, t).click();
  await expect(rowOf(page, `${word} 01`)).toBeVisible();
});

test('a page of 100 draws the rows in sight only', { tag: ['@desktop', '@once'] }, async ({
  page,
  t,
  admin,
}) => {
  const word = await shareMany(admin, 90);
  await page.addInitScript(() => localStorage.setItem('admin-page-size', '100'));
  await page.goto(`${PATH}?q=${word}`);
  await expect(rangeOf(page, t, 1, 90, 90)).toBeAttached();
  expect(await rowsOf(page).count()).toBeLessThan(60);
  await rowOf(page, `${word} 90`).focus();
  await page.keyboard.press('End');
  await expect(rowOf(page, `${word} 01`)).toBeFocused();
  await expect(rowOf(page, `${word} 01`)).toBeInViewport();
});

test('a list that cannot be loaded says why, and is tried again', { tag: '@once' }, async ({
  page,
  t,
}) => {
  await page.route('**/api/pastes?*', (route) => route.fulfill({ status: 400, json: {} }));
  await page.goto(PATH);
  await expect(page.getByText(t('data-lists:loadFailed'))).toBeVisible();
  await page.unroute('**/api/pastes?*');
  await page.getByRole('button', { name: t('shell:actions.retry') }).click();
  await expect(page.getByText(t('data-lists:loadFailed'))).toHaveCount(0);
});

test('rows that cannot be refreshed stay, with why, until they can', { tag: '@once' }, async ({
  page,
  t,
  admin,
}) => {
  const word = await shareMany(admin, 1);
  await page.goto(`${PATH}?q=${word}`);
  await expect(rowsOf(page)).toHaveCount(1);
  await page.route('**/api/pastes?*', (route) => route.fulfill({ status: 400, json: {} }));
  await page.getByRole('button', { name: t('data-lists:refresh') }).click();
  const notice = page.getByText(t('data-lists:notRefreshed', { problem: '' }).trim());
  await expect(notice).toBeVisible();
  await expect(rowsOf(page)).toHaveCount(1);
  await page.unroute('**/api/pastes?*');
  await page.getByRole('button', { name: t('shell:actions.retry') }).click();
  await expect(notice).toHaveCount(0);
  await expect(rowsOf(page)).toHaveCount(1);
});
