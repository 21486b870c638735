import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createNodeListener } from '@satchel/multipart-uploader/node';
import { Hono } from 'hono';
import { uploads } from '../uploads.ts';

const page = await readFile(new URL('../html/index.html', import.meta.url), 'utf8');

const app = new Hono();
app.get('/', (context) => context.html(page));
app.post('/uploads/:call', ({ req }) => uploads.handle(req.raw));

// For Node. On Deno, Bun or Cloudflare Workers, export the app as in their guides.
const port = Number(process.env.PORT ?? 3000);
createServer(createNodeListener(async (request) => app.fetch(request))).listen(port, () => {
  console.log(`listening on http://localhost:${port}`);
});
