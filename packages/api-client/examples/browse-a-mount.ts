/** node examples/browse-a-mount.ts http://localhost:8787 <API key> <directory of a mount> */
import { argv } from 'node:process';
import { createClient } from '@satchel/api-client';

const [, , baseUrl = 'http://localhost:8787', key = '', path = '/'] = argv;
const client = createClient({ baseUrl, credential: () => ({ kind: 'apiKey', key }) });

await client.fs.mkdir({ body: { path: `${path}2026/` } });
for (const name of ['one.txt', 'two.txt', 'three.txt']) {
  await client.fs.upload(`${path}2026/`, new File([name], name)).done;
}

// Pages of two entries, to show that there are several; the default is 1000.
for await (const { name, size } of client.fs.entries(`${path}2026/`, { limit: 2 })) {
  console.log('entry', name, size);
}

// The next page is asked for only when the loop gets there: leaving it early saves requests.
const query = { q: '.txt', scope: 'directory', path } as const;
for await (const match of client.fs.searchAll(query)) {
  console.log('found', match.path.startsWith(path));
  break;
}

const reply = await client.fs.download(
  { query: { path: `${path}2026/two.txt` } },
  { headers: { range: 'bytes=0-2' } },
);
console.log('begins with', await reply.text());
