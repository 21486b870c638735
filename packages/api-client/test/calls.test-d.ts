import { expectTypeOf } from 'vitest';
import { type ApiError, type ErrorOf, isApiError } from '../src/api-error.ts';
import type { ErrorCodeOf } from '../src/calls/bind-calls.ts';
import type { createTextShare, listTextShares } from '../src/contract/text-shares.ts';
import type { Client } from '../src/create-client.ts';
import type { EndpointInput, EndpointResult } from '../src/endpoint.ts';

// Only checked by `tsc`, never run.
export async function groupedCallsHaveTheTypesOfTheirDeclarations(client: Client): Promise<void> {
  expectTypeOf(client.textShares.create)
    .parameter(0)
    .toExtend<EndpointInput<typeof createTextShare>>();
  expectTypeOf(await client.textShares.create({ body: { content: 'a' } })).toEqualTypeOf<
    EndpointResult<typeof createTextShare>
  >();
  expectTypeOf(await client.textShares.list()).toEqualTypeOf<
    EndpointResult<typeof listTextShares>
  >();

  // @ts-expect-error the content is missing
  void client.textShares.create({ body: {} });
  // @ts-expect-error no such field
  void client.textShares.create({ body: { content: 'a', contents: 'b' } });
  // @ts-expect-error a call with parameters needs them
  void client.textShares.view();
  // @ts-expect-error the id is a string
  void client.fileShares.get({ params: { id: 1 } });
  // @ts-expect-error a number of the query is one, though it travels as text
  void client.textShares.list({ query: { limit: 'ten' } });
  // @ts-expect-error so is a group of settings
  void client.settings.update({ params: { group: 'site' }, body: {} });
  // @ts-expect-error options come second, also of a call without input
  void client.apiKeys.list({ signal: AbortSignal.timeout(5) });
  // @ts-expect-error scopes are literal
  void client.fs.search({ query: { q: 'ab', scope: 'everywhere' } });
}

export async function whatNeedsNothingMayBeLeftOut(client: Client): Promise<void> {
  await client.system.version();
  await client.apiKeys.list({}, { timeoutMs: 5 });
  await client.textShares.view({ params: { slug: 'a' } });
  await client.fileShares.list({ query: { limit: 5 } });
}

export async function bytesAreResponsesAndBodies(client: Client): Promise<void> {
  expectTypeOf(
    await client.fileShares.download({ params: { slug: 'a' } }),
  ).toEqualTypeOf<Response>();
  expectTypeOf(await client.fs.readPublic({ path: 'a/b.txt' })).toEqualTypeOf<Response>();
  const body = new FormData();
  expectTypeOf((await client.fileShares.uploadForm({ body })).slug).toBeString();
  // @ts-expect-error an upload needs its bytes
  void client.fileShares.uploadForm();
  // @ts-expect-error text is no body of bytes
  void client.fileShares.uploadDirect({ params: { filename: 'a' }, body: 'text' });
  // @ts-expect-error the path that stands for `*`
  void client.fs.readPublic({});
}

export function errorsAreLiterals(client: Client, error: unknown): void {
  type Codes = ErrorCodeOf<typeof client.textShares.unlock>;
  expectTypeOf<'text_shares.wrong_password'>().toExtend<Codes>();
  expectTypeOf<'shares.slug_taken'>().not.toExtend<Codes>();
  if (isApiError(error, 'shares.slug_taken', 'client.timeout')) {
    expectTypeOf(error.code).toEqualTypeOf<'shares.slug_taken' | 'client.timeout'>();
  }
  // @ts-expect-error not a code
  isApiError(error, 'shares.slug_tken');
  expectTypeOf<ApiError['code']>().not.toBeAny();
}

export function detailsAreThoseOfTheCode(client: Client, error: unknown): void {
  if (isApiError(error, 'auth.throttled'))
    expectTypeOf(error.details.seconds).toEqualTypeOf<number>();
  if (isApiError(error, 'auth.throttled', 'storage.in_use')) {
    // The code of the error is not narrowed yet.
    expectTypeOf(error.details.seconds).toBeUnknown();
    if (error.code === 'storage.in_use') expectTypeOf(error.details.mounts).toBeNumber();
  }
  if (isApiError(error)) expectTypeOf(error).toEqualTypeOf<ApiError>();
  if (isApiError<typeof client.textShares.create>(error)) {
    expectTypeOf(error).toEqualTypeOf<ErrorOf<typeof client.textShares.create>>();
    expectTypeOf<'shares.slug_taken' | 'client.timeout'>().toExtend<typeof error.code>();
    expectTypeOf<'storage.in_use'>().not.toExtend<typeof error.code>();
    if (error.code === 'auth.throttled') expectTypeOf(error.details.seconds).toBeNumber();
  }
}

export function pagesAndUploadsAreTyped(client: Client): void {
  expectTypeOf(client.textShares.all()).toExtend<AsyncIterable<{ slug: string }>>();
  expectTypeOf(client.fs.entries('/')).toExtend<AsyncIterable<{ isDirectory: boolean }>>();
  expectTypeOf(client.fileShares.upload(new Blob()).done)
    .resolves.toHaveProperty('slug')
    .toBeString();
  expectTypeOf(client.fs.upload('/', new Blob()).done).resolves.toHaveProperty('etag').toBeString();
  // @ts-expect-error the uploader knows the size
  void client.fileShares.upload(new Blob(), { share: { size: 1 } });
}
