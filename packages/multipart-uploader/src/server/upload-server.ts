import { createCalls } from './calls.ts';
import { parseEach, readBody } from './parse.ts';
import type { UploadAction, UploadServerOptions } from './ports.ts';
import { answer, answerOf, describeRefusal, refusalOf } from './refusal.ts';

export type {
  FinishedUpload,
  HeadedObject,
  MultipartUpload,
  PlannedObject,
  SignedRequest,
  UploadAction,
  UploadCall,
  UploadOwner,
  UploadServerOptions,
  UploadStorage,
} from './ports.ts';

const MIN_SECRET_LENGTH = 32;
const FAILED = describeRefusal('failed');
const NO_SUCH_CALL = describeRefusal('no_such_call');

/**
 * The six calls as separate handlers, and `handle` for all of them. A handler takes a POST of JSON and
 * returns JSON; up to 100 calls of one action as `{ each: [...] }`. It never rejects, and needs no `this`.
 *
 * @example
 * export const POST = uploads.handle;
 */
export type UploadServer = Readonly<Record<UploadAction, UploadHandler>> & {
  /** Handles any of the calls, by the last segment of the address: `/uploads/begin`. */
  readonly handle: UploadHandler;
};

/**
 * Answers a request, for servers that use `Request` and `Response`.
 *
 * @example
 * const handler: UploadHandler = async () => new Response('hello');
 */
export type UploadHandler = (request: Request) => Promise<Response>;

/**
 * Server side of uploads: creates, signs, lists, completes and aborts them on any S3 store, for callers that
 * `authorize` accepts. It stores nothing itself: the page stores the upload's identity, signed.
 *
 * @param options see {@link UploadServerOptions}; `storage`, `secret` and `authorize` are required
 * @throws TypeError without `authorize`, or if `secret` has less than 32 characters
 *
 * @example
 * const uploads = createUploadServer({
 *   storage: createAwsStorage(new S3Client({}), 'uploads'),
 *   secret: process.env.UPLOAD_SECRET ?? '',
 *   authorize: async ({ request }) => {
 *     const session = await readSession(request);
 *     return session && { owner: session.userId };
 *   },
 * });
 */
export function createUploadServer<Data = unknown>(
  options: UploadServerOptions<Data>,
): UploadServer {
  // Also checked at run time, because not all callers use TypeScript, and without it the store is open to
  // everyone.
  if (typeof options.authorize !== 'function') throw new TypeError('authorize is needed');
  if (!(options.secret?.length >= MIN_SECRET_LENGTH)) {
    throw new TypeError(`secret needs at least ${MIN_SECRET_LENGTH} characters`);
  }
  // biome-ignore lint/suspicious/noConsole: without a listener the failure must not go unseen
  const { onError = console.error } = options;
  const calls = createCalls(options);

  /** Why a call is refused. Reports failures that are none of the caller's. */
  const explain = (error: unknown, request: Request) => {
    const refusal = refusalOf(error);
    if (refusal) return refusal;
    onError(error, request);
    return FAILED;
  };

  const handlerOf =
    (action: UploadAction): UploadHandler =>
    async (request) => {
      try {
        const body = await readBody(request);
        if (!('each' in body)) return answer(await calls[action](request, body));
        const answers = parseEach(body.each).map((each) =>
          calls[action](request, each).then(
            (one) => ({ answer: one ?? null }),
            (error: unknown) => ({ refused: explain(error, request) }),
          ),
        );
        return answer({ each: await Promise.all(answers) });
      } catch (error) {
        return answerOf(explain(error, request));
      }
    };

  const handlers: Readonly<Record<UploadAction, UploadHandler>> = {
    begin: handlerOf('begin'),
    sign: handlerOf('sign'),
    list: handlerOf('list'),
    complete: handlerOf('complete'),
    abort: handlerOf('abort'),
    status: handlerOf('status'),
  };
  return {
    ...handlers,
    async handle(request) {
      const action = new URL(request.url).pathname.split('/').at(-1) ?? '';
      return Object.hasOwn(handlers, action)
        ? handlers[action as UploadAction](request)
        : answerOf(NO_SUCH_CALL);
    },
  };
}
