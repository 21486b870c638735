import type { Readable } from 'node:stream';
import { NodeHttpHandler, type NodeHttpHandlerOptions } from '@smithy/node-http-handler';
import { Agent, errors } from 'undici';
import { AppError } from '#errors';
import { encodePart } from './presigner.ts';

type Request = Parameters<NodeHttpHandler['handle']>[0];
type Options = NonNullable<Parameters<NodeHttpHandler['handle']>[1]>;
type Output = Awaited<ReturnType<NodeHttpHandler['handle']>>;

export interface DownloadHandlerOptions extends NodeHttpHandlerOptions {
  readonly connectionTimeout: number;
  readonly maxConnections: number;
  /** How long a storage may be silent in the middle of a download that somebody reads, in milliseconds. */
  readonly silenceMs: number;
}

/**
 * How the SDK talks to storages elsewhere: by Node's own client, and for the content of objects by undici.
 * Node's client copies each piece of a body before it hands it out, which takes a download through the
 * server nearly twice the processor time.
 */
export class DownloadHandler extends NodeHttpHandler {
  readonly #silenceMs: number;
  readonly #dispatcher: Agent;

  constructor({ maxConnections, silenceMs, ...options }: DownloadHandlerOptions) {
    super(options);
    this.#silenceMs = silenceMs;
    this.#dispatcher = new Agent({
      connections: maxConnections,
      connect: { timeout: options.connectionTimeout },
    });
  }

  override handle(request: Request, options: Options = {}): Promise<Output> {
    return request.query?.['x-id'] === 'GetObject'
      ? this.#download(request, options)
      : super.handle(request, options);
  }

  async #download(request: Request, { abortSignal }: Options): Promise<Output> {
    try {
      const { statusCode, headers, body } = await this.#dispatcher.request({
        origin: originOf(request),
        path: request.path + queryOf(request),
        method: 'GET',
        headers: request.headers,
        // When a reply has to begin is decided for all attempts together.
        headersTimeout: 0,
        bodyTimeout: this.#silenceMs,
        ...(abortSignal ? { signal: abortSignal as AbortSignal } : {}),
      });
      endQuietly(body);
      return { response: { statusCode, headers: joined(headers), body } } as unknown as Output;
    } catch (error) {
      throw asNodeSaysIt(error);
    }
  }

  override destroy(): void {
    super.destroy();
    void this.#dispatcher.destroy();
  }
}

/**
 * Ends a body as Node's client does: whoever drops it means no fault, and one that breaks before anybody
 * listens breaks in silence, where undici would end the process. A storage that falls silent in the middle
 * is told as such.
 */
function endQuietly(body: Readable): void {
  const destroy = body._destroy.bind(body);
  body._destroy = (error, done) => {
    const isSilence = error instanceof errors.BodyTimeoutError;
    const named = isSilence ? new AppError('storage.timeout', { cause: error }) : error;
    destroy(named, (failure) => {
      const isHeard = error !== null && body.listenerCount('error') > 0;
      done(isHeard ? failure : null);
    });
  };
}

function originOf({ protocol, hostname, port }: Request): string {
  return `${protocol}//${hostname}${port === undefined ? '' : `:${port}`}`;
}

/** The query as it was signed. */
function queryOf({ query = {} }: Request): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value ?? ''].flat().map((each) => `${encodePart(name)}=${encodePart(each)}`),
  );
  return pairs.length > 0 ? `?${pairs.join('&')}` : '';
}

function joined(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const entries = Object.entries(headers).map(([name, value = '']) => [name, String(value)]);
  return Object.fromEntries(entries) as Record<string, string>;
}

/** By the names of Node's client the SDK knows what is worth another attempt. */
function asNodeSaysIt(error: unknown): unknown {
  if (error instanceof errors.ConnectTimeoutError) {
    return Object.assign(new Error(error.message, { cause: error }), { name: 'TimeoutError' });
  }
  // A kept connection that the other side has closed meanwhile.
  if (error instanceof errors.SocketError) {
    return Object.assign(new Error(error.message, { cause: error }), { code: 'ECONNRESET' });
  }
  return error;
}
