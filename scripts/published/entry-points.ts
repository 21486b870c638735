/** One name of every entry point that strangers import. */
export const ENTRY_POINTS = [
  ['createPermissions', '@satchel/permissions'],
  ['planParts', '@satchel/multipart-uploader'],
  ['readDrop', '@satchel/multipart-uploader/drop'],
  ['createFetchSender', '@satchel/multipart-uploader/fetch'],
  ['createNodeSender', '@satchel/multipart-uploader/node'],
  ['createXhrSender', '@satchel/multipart-uploader/xhr'],
  ['createIndexedDbStore', '@satchel/multipart-uploader/indexeddb'],
  ['createHttpTransport', '@satchel/multipart-uploader/http'],
  ['createUploadServer', '@satchel/multipart-uploader/server'],
  ['withChecksums', '@satchel/multipart-uploader/checksum'],
  ['createApiClient', '@satchel/api-client'],
  ['createClient', '@satchel/api-client'],
  ['ApiError', '@satchel/api-client/api-error'],
  ['can', '@satchel/api-client/permissions'],
  ['textShares', '@satchel/api-client/contract/routes'],
  ['createUploadQueue', '@satchel/api-client/uploads'],
  ['listPendingUploads', '@satchel/api-client/pending-uploads'],
  ['createMockClient', '@satchel/api-client/mock'],
  ['createTextShare', '@satchel/api-client/contract/text-shares'],
] as const;

type EntryPoint = (typeof ENTRY_POINTS)[number];

export const importsOf = (entries: readonly EntryPoint[]): string =>
  entries.map(([name, from]) => `import { ${name} } from '${from}';\n`).join('');

export const requiresOf = (entries: readonly EntryPoint[]): string =>
  entries.map(([name, from]) => `const { ${name} } = require('${from}');\n`).join('');

/** Entry points for browsers, which must not need Node. */
export const FOR_BROWSERS = ENTRY_POINTS.filter(([, from]) => !from.endsWith('/node'));

/** Uses the imports without a server; prints `true 3 function`. */
export const USE_ALONE = `
const key = { kind: 'apiKey', id: '42', permissions: 256, basePath: '/team' };
console.log(can(key, 'mount_view', '/team/docs'), planParts(12, 5).length, typeof createApiClient);
`;

export const ADMIN = { username: 'admin', password: 'published-packages' };

/**
 * Logs in to a server by the address, name and password in its arguments, shares a text and a file of three
 * parts, and reads both again; prints `hello 12582912 true`.
 */
export const USE_WITH_SERVER = `
const [baseUrl, username, password] = globalThis.process.argv.slice(-3);
let credential;
const client = createClient({ baseUrl, credential: () => credential });
const { token } = await client.sessions.login({ body: { username, password } });
credential = { kind: 'admin', token };
const { slug } = await client.textShares.create({ body: { content: 'hello' } });
const bytes = new Uint8Array(12 * 1024 ** 2).map((_, at) => at % 251);
const share = await client.fileShares.upload(new File([bytes], 'three parts.bin')).done;
const reply = await client.fileShares.download({ params: { slug: share.slug } });
const read = new Uint8Array(await reply.arrayBuffer());
const { content } = await client.textShares.view({ params: { slug } });
console.log(content, read.length, read.every((byte, at) => byte === at % 251));
`;
