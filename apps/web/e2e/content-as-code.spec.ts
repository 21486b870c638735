import { expect } from '@playwright/test';
import { test } from './fixtures/test.ts';

/** Script that reports where it runs: in a page, a worker or a shared worker. */
const RAN = `globalThis.__ran = true;
  if (!('document' in globalThis)) globalThis.postMessage?.('ran');
  globalThis.onconnect = ({ ports }) => ports[0].postMessage('ran');`;

// Allows service workers, because otherwise `register` would do nothing and still report success.
test.use({ serviceWorkers: 'allow' });

test('what users have uploaded is no part of a page on our own origin (SECURITY 20)', {
  tag: '@once',
}, async ({ page, admin, problems }) => {
  const addressOf = async (name: string, content: string) =>
    `/api/file-view/${await admin.shareFile(name, content)}`;
  const script = await addressOf('code.js', RAN);
  const style = await addressOf('style.css', 'body { background: rgb(1, 2, 3) }');
  const frame = await addressOf('page.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>');
  const manifest = await addressOf('app.webmanifest', '{"name":"Not ours"}');

  const asked = new Set<string>();
  const served: string[] = [];
  page.on('request', (request) => asked.add(request.resourceType()));
  page.on('response', (response) => {
    if (response.ok()) served.push(response.request().resourceType());
  });
  // Simulates markup injected into a page of ours that has no policy.
  await page.route('**/bare', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><link rel="stylesheet" href="${style}">
        <link rel="manifest" href="${manifest}">
        <script src="${script}"></script><script type="module" src="${script}"></script>
        <object data="${frame}"></object><embed src="${frame}"><img src="${frame}">`,
    }),
  );
  await page.goto('/bare');
  const session = await page.context().newCDPSession(page);
  await session.send('Page.getAppManifest');
  const outcome = await page.evaluate(async (url) => {
    const hasFailed = (target: EventTarget, port: EventTarget = target) =>
      new Promise<boolean>((resolve) => {
        target.addEventListener('error', () => resolve(true));
        port.addEventListener('message', () => resolve(false));
        setTimeout(() => resolve(true), 3000);
      });
    const isRefused = (load: Promise<unknown>) =>
      load.then(
        () => false,
        () => true,
      );
    const shared = new SharedWorker(url);
    shared.port.start();
    return {
      worker: await hasFailed(new Worker(url)),
      moduleWorker: await hasFailed(new Worker(url, { type: 'module' })),
      sharedWorker: await hasFailed(shared, shared.port),
      serviceWorker: await isRefused(
        navigator.serviceWorker.register(url, { scope: '/api/file-view/' }),
      ),
      dynamicImport: await isRefused(import(url)),
      hasRun: '__ran' in globalThis,
      background: getComputedStyle(document.body).backgroundColor,
    };
  }, script);
  expect(outcome).toEqual({
    worker: true,
    moduleWorker: true,
    sharedWorker: true,
    serviceWorker: true,
    dynamicImport: true,
    hasRun: false,
    background: 'rgba(0, 0, 0, 0)',
  });
  const uses = ['script', 'stylesheet', 'manifest', 'document', 'image'];
  expect([...asked]).toEqual(expect.arrayContaining(uses));
  // Only the page itself, and the element that shows the file.
  expect(served).toEqual(['document', 'image']);
  problems.splice(0);
});
