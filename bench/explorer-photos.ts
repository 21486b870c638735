import { type ExplorerScene, MOUNT, wordsOf } from './explorer-scene.ts';
import { photo } from './photo.ts';

const PHOTOS = 2000;
const UPLOADS_AT_ONCE = 4;
const WAIT_MS = 600_000;

/**
 * Measures a folder of photos of 12 MP: the gallery scrolls through it while the server creates thumbnails.
 */
export async function measurePhotos(scene: ExplorerScene): Promise<void> {
  await fill(scene);
  const tab = await scene.openTab();
  await tab.setViewportSize({ width: 1280, height: 900 });
  let shown = 0;
  tab.on('response', (reply) => {
    if (reply.url().includes('/api/fs/thumbnail') && reply.ok()) shown += 1;
  });
  await tab.goto(`${scene.server.url}/mount-explorer${MOUNT}/photos`);
  await tab.getByRole('button', { name: wordsOf('explorer')('view.gallery') }).click();
  let peakMebibytes = 0;
  const watching = setInterval(() => {
    peakMebibytes = Math.max(peakMebibytes, scene.serverMebibytes());
  }, 200);
  const begin = Date.now();
  let steps = 0;
  for (let isAtEnd = false; !isAtEnd && Date.now() - begin < WAIT_MS; steps += 1) {
    isAtEnd = await tab.evaluate(() => {
      const scroller = document.querySelector<HTMLElement>('[role=grid]');
      if (!scroller) return false;
      scroller.scrollTop += scroller.clientHeight;
      return scroller.scrollTop + scroller.clientHeight >= scroller.scrollHeight - 1;
    });
    // Pauses like a user who looks for a picture.
    await tab.waitForTimeout(500);
  }
  await tab.waitForTimeout(5000);
  clearInterval(watching);
  console.info(
    `  ${PHOTOS} photos of 12 MP: ${steps} screens in ${Math.round((Date.now() - begin) / 1000)} s, ` +
      `${shown} thumbnails; the server with its processes at most ${Math.round(peakMebibytes)} MiB`,
  );
  await tab.close();
}

async function fill({ server, token }: ExplorerScene): Promise<void> {
  const pictures = await Promise.all([0, 1, 2, 3].map(photo));
  const names = Array.from({ length: PHOTOS }, (_, index) => index);
  const worker = async () => {
    for (let index = names.shift(); index !== undefined; index = names.shift()) {
      const form = new FormData();
      form.append('path', `${MOUNT}/photos/`);
      const bytes = pictures[index % pictures.length] ?? new Uint8Array();
      form.append('file', new Blob([bytes]), `photo ${String(index).padStart(4, '0')}.jpg`);
      const headers = { authorization: `Bearer ${token}` };
      const init = { method: 'POST', headers, body: form };
      const reply = await fetch(`${server.url}/api/fs/upload`, init);
      if (!reply.ok) throw new Error(await reply.text());
    }
  };
  await Promise.all(Array.from({ length: UPLOADS_AT_ONCE }, worker));
}
