import { createUploadServer } from '@satchel/multipart-uploader/server';
import { createLine } from '../line.ts';
import { showPage } from '../page.tsx';
import type { StoredFile } from '../store.ts';
import { createPageStore, hashOf } from './page-store.ts';

// Persists uploads, so that they can be resumed after a reload.
localStorage.secret ??= crypto.randomUUID();

const store = createPageStore();
// The server's half runs in the page, too: it needs nothing but Request, Response and Web Crypto.
const { handle } = createUploadServer<StoredFile>({
  storage: store.storage,
  secret: localStorage.secret,
  authorize: () => ({ owner: 'visitor' }),
  async onComplete({ key }) {
    const object = await store.read(key);
    return { url: URL.createObjectURL(object), sha256: await hashOf(object) };
  },
});

showPage(
  createLine((input, init) => handle(new Request(input, init))),
  store.sender,
);
