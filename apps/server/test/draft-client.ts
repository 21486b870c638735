import {
  type ClientRequest,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
  request as send,
} from 'node:http';
import { text } from 'node:stream/consumers';

export interface DraftReply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** Headers of the interim replies with status 104. */
  readonly interim: readonly IncomingHttpHeaders[];
}

export interface DraftRequest {
  readonly request: ClientRequest;
  /** Address of the upload, from the first interim reply. */
  readonly location: Promise<string>;
  /** Resolves once an interim reply has told this offset. */
  until(offset: number): Promise<void>;
  readonly reply: Promise<DraftReply>;
}

/** Interop version that the newest draft states. */
const INTEROP_VERSION = '8';

/** Client of `draft-ietf-httpbis-resumable-upload` that shows every interim reply. */
export function createDraftClient(serverUrl: string, authorization: string) {
  /** Begins a request whose body the caller sends. */
  const begin = (method: string, address: string, fields: OutgoingHttpHeaders): DraftRequest => {
    const interim: IncomingHttpHeaders[] = [];
    const waiting = new Set<() => void>();
    const location = Promise.withResolvers<string>();
    const reply = Promise.withResolvers<DraftReply>();
    for (const { promise } of [location, reply]) promise.catch(() => undefined);
    const headers = {
      authorization,
      accept: 'application/json',
      'upload-draft-interop-version': INTEROP_VERSION,
      ...fields,
    };
    const request = send(new URL(address, serverUrl), { method, headers }, (response) => {
      const { statusCode: status = 0, headers } = response;
      if (headers.location) location.resolve(headers.location);
      text(response).then(
        (body) => reply.resolve({ status, headers, text: body, interim }),
        reply.reject,
      );
    });
    request.on('information', ({ statusCode, headers }) => {
      if (statusCode !== 104) return;
      interim.push(headers);
      if (headers.location) location.resolve(headers.location);
      for (const check of waiting) check();
    });
    request.on('error', (error) => {
      location.reject(error);
      reply.reject(error);
    });
    const until = (offset: number) =>
      new Promise<void>((resolve, reject) => {
        const check = () => {
          if (interim.some((each) => Number(each['upload-offset']) >= offset)) resolve();
        };
        waiting.add(check);
        request.once('error', reject);
        check();
      });
    return { request, location: location.promise, until, reply: reply.promise };
  };
  const ask = (
    method: string,
    address: string,
    fields: OutgoingHttpHeaders = {},
    body: string | Buffer = '',
  ) => {
    const length = body.length > 0 || method === 'PATCH' ? { 'content-length': body.length } : {};
    const { request, reply } = begin(method, address, { ...length, ...fields });
    request.end(body);
    return reply;
  };
  const isLast = (value: boolean) => ({ 'upload-complete': value ? '?1' : '?0' });
  return {
    begin,
    ask,
    /** Begins to send a file in one request; resolves once the server has stored `untilOffset` bytes. */
    async beginFile(address: string, length: number, start: Buffer, untilOffset: number) {
      const fields = { ...isLast(true), 'content-length': length };
      const { request, location, until, reply } = begin('POST', address, fields);
      request.write(start);
      await until(untilOffset);
      return { request, path: new URL(await location).pathname, reply };
    },
    /** Offset according to the server. */
    async offset(address: string) {
      return Number((await ask('HEAD', address)).headers['upload-offset']);
    },
    create: (address: string, last: boolean, body: string | Buffer = '', fields = {}) =>
      ask('POST', address, { ...isLast(last), ...fields }, body),
    append: (
      address: string,
      offset: number,
      last: boolean,
      body: string | Buffer = '',
      fields: OutgoingHttpHeaders = {},
    ) =>
      ask(
        'PATCH',
        address,
        {
          'upload-offset': offset,
          'content-type': 'application/partial-upload',
          ...isLast(last),
          ...fields,
        },
        body,
      ),
    beginAppend: (address: string, offset: number, last: boolean, fields = {}) =>
      begin('PATCH', address, {
        'upload-offset': offset,
        'content-type': 'application/partial-upload',
        ...isLast(last),
        ...fields,
      }),
  };
}
