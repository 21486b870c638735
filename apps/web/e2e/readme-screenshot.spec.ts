import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { openOptions, write } from './fixtures/steps.ts';
import { test } from './fixtures/test.ts';

const IMAGES = join(import.meta.dirname, '../../../docs/images');
const MAX_BYTES = 300_000;

const TEXT = `# Packing for the coast

Back on **Sunday**. The train leaves at 9:14, so be at the station by nine.

- [x] Tickets
- [x] Rain jackets
- [ ] A book for the way

| What     | Who   | Weight |
| -------- | ----- | -----: |
| Tent     | Ada   | 2.1 kg |
| Stove    | Linus | 0.6 kg |

\`\`\`js
const days = ['Friday', 'Saturday', 'Sunday'];
console.log(days.map((day) => day.length));
\`\`\`

Sunset follows $\\cos h = -\\tan\\varphi\\,\\tan\\delta$.
`;

test.use({
  isLoggedIn: true,
  viewport: { width: 1280, height: 800 },
  colorScheme: 'light',
  deviceScaleFactor: 1.5,
});

test('the picture of the README is taken', { tag: '@once' }, async ({ page, t }) => {
  await page.goto('/');
  await write(page, t, TEXT);
  await page.keyboard.press('ControlOrMeta+Home');
  await openOptions(page, t);
  await page.getByLabel(t('shares:fields.remark')).fill('For the weekend');
  const preview = page.getByRole('region', { name: t('markdown:editor.preview') });
  await expect(preview.locator('math')).toBeAttached();
  await expect(preview.locator('code .hljs-keyword').first()).toBeVisible();
  await expect(page.getByText(t('markdown:editor.draftSaved'))).toBeVisible();
  await mkdir(IMAGES, { recursive: true });
  const path = join(IMAGES, 'satchel.png');
  await page.screenshot({ path, animations: 'disabled' });
  expect((await stat(path)).size).toBeLessThanOrEqual(MAX_BYTES);
});
