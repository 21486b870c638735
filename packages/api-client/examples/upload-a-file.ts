/** node examples/upload-a-file.ts http://localhost:8787 <API key> <file> */
import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import { argv } from 'node:process';
import { createClient } from '@satchel/api-client';
import { createNodeSender } from '@satchel/multipart-uploader/node';

const [, , baseUrl = 'http://localhost:8787', key = '', path = ''] = argv;
const client = createClient({
  baseUrl,
  credential: () => ({ kind: 'apiKey', key }),
  // Only Node needs this sender; in browsers leave it out.
  uploads: { send: createNodeSender() },
});

// The file may have any size, because it is read part by part.
const file = await openAsBlob(path);
const upload = client.fileShares.upload(file, {
  name: basename(path),
  share: { expires_in: 24, remark: 'from an example' },
  onProgress: ({ bytes, totalBytes }) => console.log(`${bytes} of ${totalBytes} bytes`),
});
const share = await upload.done;
console.log('shared as', share.share_url);

const reply = await client.fileShares.download({ params: { slug: share.slug } });
let received = 0;
for await (const chunk of reply.body ?? []) received += chunk.length;
console.log('downloaded', received);
