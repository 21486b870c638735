/** node examples/handle-errors.ts http://localhost:8787 <API key> */
import { argv } from 'node:process';
import { createClient, isApiError } from '@satchel/api-client';
import { describeError } from '@satchel/api-client/messages';

const [, , baseUrl = 'http://localhost:8787', key = ''] = argv;
const client = createClient({ baseUrl, credential: () => ({ kind: 'apiKey', key }) });

const body = { content: 'one of a kind', slug: 'one-of-a-kind' };
await client.textShares.create({ body });
try {
  await client.textShares.create({ body });
} catch (error) {
  // A misspelt code does not compile.
  if (!isApiError(error, 'shares.slug_taken')) throw error;
  console.log(error.status, error.code);
  console.log(describeError(error, 'en'));
  console.log(describeError(error, 'zh'));
}

// Cancelled by the caller, or timed out: two different codes.
const controller = new AbortController();
const calls = [
  client.textShares.list({}, { signal: controller.signal }),
  client.textShares.list({}, { timeoutMs: 0.001 }),
];
controller.abort();
for (const outcome of await Promise.allSettled(calls)) {
  if (outcome.status === 'rejected' && isApiError(outcome.reason)) console.log(outcome.reason.code);
}

// With an unknown key the call fails, and the client emits an event as well.
const stranger = createClient({
  baseUrl,
  credential: () => ({ kind: 'apiKey', key: 'nobody-has-this-key' }),
});
stranger.on('apiKeyInvalid', ({ type, error }) => console.log(type, error?.code));
await stranger.textShares.list().catch(() => console.log('and the call fails'));
