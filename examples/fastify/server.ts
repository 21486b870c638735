import { readFile } from 'node:fs/promises';
import fastify from 'fastify';
import { uploads } from '../uploads.ts';

const page = await readFile(new URL('../html/index.html', import.meta.url), 'utf8');

// A list of 10,000 parts is larger than Fastify's limit of 1 MiB.
const app = fastify({ bodyLimit: 2 * 1024 ** 2 });
app.get('/', async (_request, reply) => reply.type('text/html').send(page));
app.post('/uploads/:call', async ({ url, headers, body }, reply) => {
  const request = new Request(new URL(url, 'http://localhost'), {
    method: 'POST',
    headers: headers as Record<string, string>,
    body: JSON.stringify(body),
  });
  return reply.send(await uploads.handle(request));
});

const port = Number(process.env.PORT ?? 3000);
await app.listen({ port });
console.log(`listening on http://localhost:${port}`);
