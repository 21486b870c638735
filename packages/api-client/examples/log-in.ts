/** node examples/log-in.ts http://localhost:8787 <user name> <password> */
import { argv } from 'node:process';
import { createClient } from '@satchel/api-client';

const [, , baseUrl = 'http://localhost:8787', username = 'admin', password = ''] = argv;

// Keep the token wherever you like: the client asks for it before each call.
let token: string | undefined;
const client = createClient({
  baseUrl,
  credential: () => (token === undefined ? undefined : { kind: 'admin', token }),
});
for (const event of ['logout', 'adminTokenExpired'] as const) {
  client.on(event, ({ type }) => {
    token = undefined;
    console.log(type);
  });
}

({ token } = await client.sessions.login({ body: { username, password } }));
const { totalFiles } = await client.dashboard.stats();
console.log('files', totalFiles);
await client.sessions.logout();
console.log('token', token);
