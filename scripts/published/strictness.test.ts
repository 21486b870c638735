import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Consumer, createConsumer } from './consumer.ts';
import { FOR_NODE } from './resolutions.ts';
import { COMPILERS } from './toolchains.ts';

let consumer: Consumer;
beforeAll(async () => {
  consumer = await createConsumer(inject('packed'), ['permissions', 'api-client']);
});
afterAll(() => consumer.remove());

/** Only what is the same however strict a project is. */
const USE = `
import { type CallOf, type Client, type ErrorCodeOf, isApiError } from '@satchel/api-client';
import type { EndpointInput, EndpointResult } from '@satchel/api-client/endpoint';
import type { listApiKeys, ApiKey } from '@satchel/api-client/contract/api-keys';
import type { Pagination } from '@satchel/api-client/contract/fields';
import type { UploadedFileShare } from '@satchel/api-client/contract/file-share-shapes';
import type { Session, login } from '@satchel/api-client/contract/sessions';
import type * as texts from '@satchel/api-client/contract/text-share-shapes';
import type { createTextShare } from '@satchel/api-client/contract/text-shares';

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : never;
type Result<Method extends (...parameters: never[]) => unknown> = Awaited<ReturnType<Method>>;

export const results: [
  Same<EndpointResult<typeof createTextShare>, texts.CreatedTextShare>,
  Same<EndpointInput<typeof createTextShare>, { body: texts.NewTextShare }>,
  Same<EndpointInput<typeof listApiKeys>, {}>,
  Same<EndpointResult<typeof login>, Session>,
  Same<Result<Client['textShares']['create']>, texts.CreatedTextShare>,
  Same<Result<CallOf<typeof createTextShare>>, texts.CreatedTextShare>,
  Same<Result<Client['textShares']['list']>['data'], texts.TextShareRow[]>,
  Same<Result<Client['textShares']['list']>['pagination'], Pagination>,
  Same<Result<Client['apiKeys']['list']>, ApiKey[]>,
  Same<Result<Client['apiKeys']['delete']>, null>,
  Same<Result<Client['fileShares']['download']>, Response>,
  Same<Result<Client['fs']['readPublic']>, Response>,
  Same<Result<Client['fileShares']['uploadForm']>, UploadedFileShare>,
  Same<Parameters<Client['textShares']['create']>[0], { body: texts.NewTextShare }>,
  Same<ErrorCodeOf<Client['textShares']['get']>, 'text_shares.not_found'>,
] = [true, true, true, true, true, true, true, true, true, true, true, true, true, true, true];

export async function use(client: Client, error: unknown): Promise<number> {
  await client.apiKeys.list();
  await client.textShares.list({}, { timeoutMs: 5 });
  await client.textShares.view({ params: { slug: 'a' } });
  await client.fileShares.uploadForm({ body: new FormData() });
  const text: string = await (await client.fileShares.download({ params: { slug: 'a' } })).text();
  // @ts-expect-error the body is missing
  await client.textShares.create();
  // @ts-expect-error no such field
  await client.textShares.create({ body: { content: text, contents: '' } });
  // @ts-expect-error an upload needs its bytes
  await client.fileShares.uploadForm({});
  // @ts-expect-error a result is no Response
  await (await client.textShares.get({ params: { id: 'a' } })).text();
  if (isApiError(error, 'auth.throttled')) return error.details.seconds;
  // @ts-expect-error which error it is, is not known
  return error.details.seconds;
}
`;

const LOOSE = { exactOptionalPropertyTypes: false };
/** Whether declarations are right in themselves is asked elsewhere. */
const skipLibCheck = true;
const STRICTNESS = {
  strict: {},
  'not strict': { ...LOOSE, strict: false },
  'strict but for undefined': { ...LOOSE, strictNullChecks: false },
};

describe.each(Object.entries(COMPILERS))('for %s', (_name, compiler) => {
  it.each(Object.entries(STRICTNESS))(
    'results and inputs of calls are right in a project that is %s',
    async (_strictness, options) => {
      const path = await consumer.write('strictness.mts', USE);
      const all = { ...FOR_NODE, skipLibCheck, ...options };
      await expect(consumer.typecheck(path, all, compiler)).resolves.toBeUndefined();
    },
  );
});
