import { expect, type Page } from '@playwright/test';
import { readBrowserStores } from './fixtures/offline.ts';
import { ADMIN } from './fixtures/server.ts';
import { accountButton, editorOf, logIn, logOut, write } from './fixtures/steps.ts';
import { test } from './fixtures/test.ts';

/** Script that each attack tries to run. It opens a dialog, which fails the test. */
const MARK = 'window.__xss=1';

const ATTACKS = [
  `<script>${MARK}</script>`,
  `<img src=x onerror="${MARK}">`,
  `<svg onload="${MARK}"><animate onbegin="${MARK}" attributeName=x dur=1s>`,
  `[link](javascript:${MARK})`,
  `[link](JaVaScRiPt:${MARK})`,
  `[link](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)`,
  `![image](javascript:${MARK})`,
  `<a href="java\tscript:${MARK}">link</a>`,
  `<iframe srcdoc="<script>parent.${MARK}</script>"></iframe>`,
  `<form action="javascript:${MARK}"><button>press</button></form>`,
  `<div style="background:url(javascript:${MARK})">styled</div>`,
  `<input autofocus onfocus="${MARK}">`,
  `<details open ontoggle="${MARK}">`,
  `<base href="https://evil.example/">`,
  `<meta http-equiv="refresh" content="0;url=https://evil.example/">`,
  `$\\href{javascript:${MARK}}{x}$`,
  `$\\htmlData{onload=${MARK}}{x}$`,
  `\`\`\`mermaid\nflowchart LR\n  A["<img src=x onerror='${MARK}'>"] --> B\n  click B "javascript:${MARK}"\n\`\`\``,
  `\`\`\`"><img src=x onerror=${MARK}>\ncode\n\`\`\``,
].join('\n\n');

/** Attacks with unclosed tags. They are last, because they swallow the rest of the text. */
const SWALLOWING_ATTACKS = [
  `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=${MARK}&gt;">`,
  `<noscript><p title="</noscript><img src=x onerror=${MARK}>">`,
  `<svg></p><style><a id="</style><img src=1 onerror=${MARK}>">`,
  `<textarea><img src=x onerror=${MARK}>`,
  `<!--><img src=x onerror=${MARK}>`,
];

const NAME_ATTACK = `"><img src=x onerror=${MARK}>.txt`;

/** Characters that the server removes from file names. */
const STORED_NAME = NAME_ATTACK.replaceAll(/[<>"]/g, '_');

/**
 * Drops reports about the sanitiser's own document, in which nothing runs. Chromium reports what the policy
 * would not allow there. The test checks the rendered page instead.
 */
function forgetSanitised(problems: string[]): void {
  const others = problems.filter(
    (problem) => !/^(Executing inline event handler|Setting the document's base URI)/.test(problem),
  );
  problems.splice(0, problems.length, ...others);
}

async function expectNothingRan(page: Page): Promise<void> {
  expect(await page.evaluate(() => '__xss' in window), page.url()).toBe(false);
  const links = await page
    .locator('a[href], area[href], form[action], iframe')
    .evaluateAll((elements) =>
      elements.map((element) => element.getAttribute('href') ?? element.outerHTML),
    );
  for (const link of links) expect(link).not.toMatch(/^\s*(javascript|data|vbscript):|<iframe/i);
  const dangerous = await page.evaluate(() =>
    [...document.body.querySelectorAll('*')]
      .filter(
        (element) =>
          element.matches('script, base, meta, form[action], object, embed') ||
          element.getAttributeNames().some((name) => name.startsWith('on')),
      )
      .map((element) => element.outerHTML),
  );
  expect(dangerous).toEqual([]);
}

test('Markdown that would run a script does not (SECURITY 4)', { tag: '@once' }, async ({
  page,
  t,
  admin,
  problems,
}) => {
  const slug = await admin.shareText(`${ATTACKS}\n\nThe end`, { remark: NAME_ATTACK });
  await page.goto(`/paste/${slug}`);
  await expect(page.getByText('The end')).toBeVisible();
  await expect(page.getByRole('img', { name: t('markdown:preview.diagram') })).toBeVisible();
  await expectNothingRan(page);
  const links = await page.getByRole('main').getByText('link', { exact: true }).all();
  expect(links.length).toBeGreaterThan(0);
  for (const link of links) await link.click();
  await expectNothingRan(page);

  const file = await admin.shareFile('attack.md', `${ATTACKS}\n\nThe end`);
  await page.goto(`/file/${file}`);
  await expect(page.getByText('The end')).toBeVisible();
  await expectNothingRan(page);

  for (const attack of SWALLOWING_ATTACKS) {
    const open = await admin.shareText(`The start\n\n${attack}\n\nmore`);
    await page.goto(`/paste/${open}`);
    await expect(page.getByText('The start')).toBeVisible();
    await expectNothingRan(page);
  }
  forgetSanitised(problems);
});

test.describe('logged in', () => {
  test.use({ isLoggedIn: true });

  test('the preview of the editor runs nothing either (SECURITY 4)', { tag: '@once' }, async ({
    page,
    t,
    problems,
  }) => {
    await page.goto('/');
    await write(page, t, `The start\n\n${ATTACKS}\n\nThe end`);
    const preview = page.getByRole('region', { name: t('markdown:editor.preview') });
    await expect(preview.getByText('The end')).toBeVisible();
    await expectNothingRan(page);
    await expect(editorOf(page, t)).toContainText('The start');
    forgetSanitised(problems);
  });

  test('names, remarks and suffixes are shown as text, direction marks removed (SECURITY 4)', {
    tag: '@once',
  }, async ({ page, t, admin }) => {
    await admin.shareText('harmless', { remark: NAME_ATTACK });
    const file = await admin.shareFile(NAME_ATTACK, 'harmless', { remark: NAME_ATTACK });
    const bidi = await admin.shareFile('invoice\u202Efdp.exe', 'harmless');
    await page.goto('/admin/text-management');
    await expect(page.getByRole('link', { name: NAME_ATTACK }).first()).toBeVisible();
    await expectNothingRan(page);
    await page.goto('/admin/file-management');
    await expect(page.getByRole('link', { name: STORED_NAME })).toBeVisible();
    await expectNothingRan(page);
    await page.goto(`/file/${file}`);
    await expect(page.getByRole('heading', { name: NAME_ATTACK })).toBeVisible();
    await expect(page.getByText(STORED_NAME)).toBeVisible();
    await expectNothingRan(page);
    await page.goto(`/file/${bidi}`);
    await expect(page.getByRole('heading', { level: 1 })).not.toContainText('\u202E');
    await page.goto('/upload');
    await expect(page.getByText(t('file-shares:upload.recent'))).toBeVisible();
    await expectNothingRan(page);
  });
});

test('a shared page is opened as a download or without its scripts (SECURITY 4)', {
  tag: '@once',
}, async ({ browser, admin, server }) => {
  const page = `<!doctype html><title>x</title><script>${MARK};document.title='ran'</script>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg"><script>${MARK};document.title='ran'</script></svg>`;
  const slugs = [
    await admin.shareFile('page.html', page, { use_proxy: true }),
    await admin.shareFile('drawing.svg', svg, { use_proxy: true }),
    await admin.shareFile('picture.png', page, { use_proxy: true }),
  ];
  // Not watched, because the browser logs an error when it correctly blocks the script.
  const context = await browser.newContext();
  const visitor = await context.newPage();
  for (const slug of slugs) {
    const reply = await visitor.request.get(`${server.origin}/api/file-view/${slug}`);
    expect(reply.headers()['x-content-type-options']).toBe('nosniff');
    expect(reply.headers()['content-security-policy']).toContain('sandbox');
    // A download instead of a page ends the navigation with an error, which is fine.
    await visitor.goto(`${server.origin}/api/file-view/${slug}`).catch(() => undefined);
    expect(await visitor.title()).not.toBe('ran');
  }
  await context.close();
});

test('no secret is left in the browser after a log-out (SECURITY 11)', { tag: '@once' }, async ({
  page,
  t,
}) => {
  await page.goto('/admin');
  await logIn(page, t);
  await expect(accountButton(page, t)).toBeVisible();
  const token = await page.evaluate(() => String(localStorage.getItem('admin_token')));
  expect(token).toMatch(/.{20,}/);
  await logOut(page, t);
  await expect(page.getByText(t('shell:session.loggedOut'))).toBeVisible();
  const stored =
    (await readBrowserStores(page)) +
    (await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, document.cookie])));
  expect(stored).not.toContain(token);
  expect(stored).not.toContain(ADMIN.password);
  expect(stored).not.toMatch(/admin_token|api_key/);
  expect(stored, 'no copy of what the administrator saw').not.toMatch(/"rows":\[[^\]]/);
  const reply = await page.request.get('/api/test/admin-token', {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(reply.status(), 'the server has forgotten it too').toBe(401);
});
