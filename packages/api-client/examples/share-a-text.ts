/** node examples/share-a-text.ts http://localhost:8787 <API key> */
import { argv } from 'node:process';
import { createClient } from '@satchel/api-client';

const [, , baseUrl = 'http://localhost:8787', key = ''] = argv;
const client = createClient({ baseUrl, credential: () => ({ kind: 'apiKey', key }) });

const share = await client.textShares.create({
  body: { content: '# Release notes', password: 'sesame', maxViews: 10 },
});
console.log('shared as', share.url);

// A visitor reads the share without a key.
const visitor = createClient({ baseUrl });
const opened = await visitor.textShares.unlock({
  params: { slug: share.slug },
  body: { password: 'sesame' },
});
console.log('reads', opened.content);

const raw = await visitor.textShares.raw(
  { params: { slug: share.slug } },
  { headers: { 'x-share-password': 'sesame' } },
);
console.log('raw', await raw.text());

const { success } = await client.textShares.delete({ body: { ids: [share.id] } });
console.log('deleted', success);
