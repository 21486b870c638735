import { finished, Readable } from 'node:stream';
import { NodeHttpHandler, type NodeHttpHandlerOptions } from '@smithy/node-http-handler';
import { Agent, errors } from 'undici';
import { AppError } from '#errors';
import { encodePart } from './presigner.ts';
import { watchBody } from './watched-body.ts';

type Request = Parameters<NodeHttpHandler['handle']>[0];
type Options = NonNullable<Parameters<NodeHttpHandler['handle']>[1]>;
type Output = Awaited<ReturnType<NodeHttpHandler['handle']>>;

export interface DownloadHandlerOptions extends NodeHttpHandlerOptions {
  readonly connectionTimeout: number;
  readonly maxConnections: number;
  /** Timeout in ms of a pause in the middle of a body that is being read or sent. */
  readonly silenceMs: number;
}

/**
 * HTTP handler of the SDK for external storages: Node's client, and undici for downloads. Node's client
 * copies each piece of a body, so a download through the server would need nearly twice the processor
 * time.
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
    if (request.query?.['x-id'] === 'GetObject') return this.#download(request, options);
    const { body } = request;
    const hasBytes = body instanceof Readable || (body instanceof Uint8Array && body.length > 0);
    return hasBytes ? this.#upload(request, body, options) : super.handle(request, options);
  }

  async #upload(
    request: Request,
    content: Uint8Array | Readable,
    { abortSignal, ...options }: Options,
  ): Promise<Output> {
    const { body, signal, release } = watchBody(content, this.#silenceMs);
    const signals = abortSignal ? [abortSignal as AbortSignal, signal] : [signal];
    try {
      const output = await super.handle(Object.assign(request.clone(), { body }), {
        ...options,
        abortSignal: AbortSignal.any(signals),
      });
      // The reply may stall, too.
      const reply = output.response.body as Readable;
      finished(reply, release);
      signal.addEventListener('abort', () => reply.destroy(signal.reason), { once: true });
      return output;
    } catch (error) {
      release();
      throw signal.aborted ? signal.reason : error;
    }
  }

  async #download(request: Request, { abortSignal }: Options): Promise<Output> {
    try {
      const { statusCode, headers, body } = await this.#dispatcher.request({
        origin: originOf(request),
        path: request.path + queryOf(request),
        method: 'GET',
        headers: request.headers,
        // The deadlines in `storage-deadlines.ts` cover the time to the first byte, over all attempts.
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
 * Makes a body of undici end like one of Node's client. A consumer that drops it causes no error. A
 * body that breaks before it has a listener does so silently, where undici would end the process. A
 * pause that is too long becomes `storage.timeout`.
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

/** Query in the spelling that was signed. */
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

/** Gives errors the names of Node's client, by which the SDK decides whether to retry. */
function asNodeSaysIt(error: unknown): unknown {
  if (error instanceof errors.ConnectTimeoutError) {
    return Object.assign(new Error(error.message, { cause: error }), { name: 'TimeoutError' });
  }
  // Idle connection that the storage has closed in the meantime.
  if (error instanceof errors.SocketError) {
    return Object.assign(new Error(error.message, { cause: error }), { code: 'ECONNRESET' });
  }
  return error;
}
