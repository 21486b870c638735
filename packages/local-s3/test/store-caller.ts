import type { LocalS3 } from '../src/local-s3.ts';

export interface StoreReply {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: Buffer;
}

export type CallStore = (
  method: string,
  path: string,
  body?: Buffer | string,
  headers?: Record<string, string>,
) => Promise<StoreReply>;

/** Calls the store like the SDK, but faster, so that a test can make many calls. */
export function createStoreCaller(store: LocalS3): CallStore {
  const handler = store.createRequestHandler();
  return async (method, path, body, headers = {}) => {
    const { response } = await handler.handle({ method, path, headers, body });
    const chunks: Buffer[] = [];
    for await (const chunk of response.body) chunks.push(chunk);
    const { statusCode: status } = response;
    return { status, headers: response.headers, body: Buffer.concat(chunks) };
  };
}
