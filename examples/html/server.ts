import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createNodeListener } from '@satchel/multipart-uploader/node';
import { uploads } from '../uploads.ts';

const page = await readFile(new URL('./index.html', import.meta.url), 'utf8');
const answerCall = createNodeListener(uploads.handle);

const port = Number(process.env.PORT ?? 3000);
createServer((request, response) => {
  if (request.method === 'POST') return answerCall(request, response);
  response.setHeader('content-type', 'text/html').end(page);
}).listen(port, () => console.log(`listening on http://localhost:${port}`));
