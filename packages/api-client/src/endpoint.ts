import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import type { Access } from './permissions/permissions.ts';

/** HTTP methods of calls. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Part of a declaration that a client needs to make the call. It has no schemas. */
export interface Route {
  readonly method: Method;
  /** Path below the server's address, `/api` included; `:name` marks a parameter. */
  readonly path: string;
  /** `stream` if the request or the reply is raw bytes; default `json`. */
  readonly kind?: 'json' | 'stream';
  /** True if the reply is the data alone, without an envelope. */
  readonly flat?: boolean;
  /** Set, to anything but false, if the reply has members besides `data`. */
  readonly extras?: unknown;
}

/** Routes of a group, by the names of the client's methods. */
export type Routes = Readonly<Record<string, Route>>;

/** Names after a colon in a path: `'/files/:id'` has `'id'`. */
export type PathParameter<Path extends string> = Path extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer Tail}`
    ? Name | PathParameter<Tail>
    : Rest
  : never;

type ParamsFor<Path extends string> = [PathParameter<Path>] extends [never]
  ? undefined
  : z.core.$ZodType<{ [Name in PathParameter<Path>]: unknown }>;

interface Declaration<
  Path extends string,
  Params,
  Query extends z.core.$ZodType | undefined,
  Errors extends readonly ErrorCode[],
  Verb extends Method,
  UploadToken extends boolean | undefined,
> {
  readonly method: Verb;
  /** Path below the server's address, `/api` included; `:name` marks a parameter. */
  readonly path: Path;
  /** Access rule of the call. The server's guard, the web app's buttons and the permission matrix use it. */
  readonly access: Access;
  /** One sentence for the API documentation. */
  readonly summary: string;
  /** Feature that the call belongs to: the tag in the API documentation. */
  readonly feature: string;
  /**
   * True if the token of a delivery, `Authorization: Upload {token}`, is accepted, too. The
   * call then acts on that delivery alone.
   */
  readonly acceptsUploadToken?: UploadToken | undefined;
  readonly params?: Params | undefined;
  readonly query?: Query | undefined;
  /** Error codes of this call, beyond those of every call (validation, credentials). */
  readonly errors: Errors;
}

/** Call with a JSON reply. Created by {@link endpoint}. */
export interface Endpoint<
  Path extends string = string,
  Params = unknown,
  Query extends z.core.$ZodType | undefined = z.core.$ZodType | undefined,
  Body extends z.core.$ZodType | undefined = z.core.$ZodType | undefined,
  Data extends z.core.$ZodType = z.core.$ZodType,
  Extras extends z.ZodObject | undefined = z.ZodObject | undefined,
  Errors extends readonly ErrorCode[] = readonly ErrorCode[],
  Verb extends Method = Method,
  UploadToken extends boolean | undefined = boolean | undefined,
> extends Declaration<Path, Params, Query, Errors, Verb, UploadToken> {
  readonly kind: 'json';
  readonly body?: Body | undefined;
  readonly data: Data;
  /** Members of the envelope besides `data`, such as `pagination`. */
  readonly extras?: Extras | undefined;
  /** HTTP status and envelope code of success. Default 200. */
  readonly status: 200 | 201;
  /** True if the call may succeed in part; then it replies 202 with `success: false`. */
  readonly mayBePartial: boolean;
  /**
   * Data of a 202 with `success: true`, which names the running operation. Only for callers with
   * `?async=1`, after `wait_ms`; other callers wait for the result.
   */
  readonly started?: z.core.$ZodType | undefined;
  /** True if the reply is the data alone, without an envelope. */
  readonly flat: boolean;
  /**
   * True if the call accepts the header `Idempotency-Key`: for 24 hours the server answers repeats with
   * that key with the first reply, without running the call again.
   */
  readonly honoursIdempotencyKey?: boolean;
  /** True for a `POST` with nothing but a body that `POST /api/batch` may contain. */
  readonly mayBeBatched?: boolean;
  /** Maximum size of the body in bytes. Default 1 MiB, for public calls 64 KiB. */
  readonly bodyLimitBytes?: number;
}

/** Call whose request or reply body is raw bytes. Created by {@link streamEndpoint}. */
export interface StreamEndpoint<
  Path extends string = string,
  Params = unknown,
  Query extends z.core.$ZodType | undefined = z.core.$ZodType | undefined,
  Data extends z.core.$ZodType | undefined = z.core.$ZodType | undefined,
  Errors extends readonly ErrorCode[] = readonly ErrorCode[],
  Verb extends Method = Method,
  UploadToken extends boolean | undefined = boolean | undefined,
> extends Declaration<Path, Params, Query, Errors, Verb, UploadToken> {
  readonly kind: 'stream';
  /** Media type of a raw request. */
  readonly requestType?:
    | 'multipart/form-data'
    | 'application/octet-stream'
    | 'application/partial-upload';
  /** Fields that a form may have besides its `file`. */
  readonly form?: z.ZodObject | undefined;
  /** Side that is raw bytes. A form counts as a raw request. */
  readonly sends: 'request' | 'reply';
  /** JSON data of the reply, if only the request is raw. */
  readonly data?: Data | undefined;
  readonly status: 200 | 201;
}

/**
 * Declares a call once, for the server, the clients and the documentation.
 *
 * A `:name` of the path that is missing in `params`, or an error code that is not in the error table,
 * does not compile.
 *
 * @example
 * const getThing = endpoint({
 *   method: 'GET', path: '/api/things/:id', access: 'text', feature: 'things', summary: 'One thing',
 *   params: z.object({ id: z.string() }), data: z.object({ id: z.string() }), errors: [],
 * });
 */
export function endpoint<
  const Path extends string,
  Data extends z.core.$ZodType,
  const Errors extends readonly ErrorCode[],
  Params extends ParamsFor<Path> = ParamsFor<Path>,
  Query extends z.core.$ZodType | undefined = undefined,
  Body extends z.core.$ZodType | undefined = undefined,
  Extras extends z.ZodObject | undefined = undefined,
  const Verb extends Method = Method,
  const UploadToken extends boolean | undefined = undefined,
>(
  definition: Omit<
    Endpoint<Path, Params, Query, Body, Data, Extras, Errors, Verb, UploadToken>,
    'kind' | 'status' | 'flat' | 'mayBePartial' | 'params'
  > & {
    readonly kind?: 'json';
    readonly status?: 200 | 201;
    readonly flat?: boolean;
    readonly mayBePartial?: boolean;
  } & RequiredParams<Path, Params>,
): Endpoint<Path, Params, Query, Body, Data, Extras, Errors, Verb, UploadToken> {
  return { status: 200, flat: false, mayBePartial: false, ...definition, kind: 'json' };
}

/**
 * Declares a call whose request or reply is raw bytes, so that its path is written only once, too.
 *
 * @example
 * const rawText = streamEndpoint({
 *   kind: 'stream', method: 'GET', path: '/api/raw/:slug', access: 'public', feature: 'text-shares', sends: 'reply',
 *   summary: 'Raw text', params: z.object({ slug: z.string() }), errors: ['text_shares.not_found'],
 * });
 */
export function streamEndpoint<
  const Path extends string,
  const Errors extends readonly ErrorCode[],
  Params extends ParamsFor<Path> = ParamsFor<Path>,
  Query extends z.core.$ZodType | undefined = undefined,
  Data extends z.core.$ZodType | undefined = undefined,
  const Verb extends Method = Method,
  const UploadToken extends boolean | undefined = undefined,
>(
  definition: Omit<
    StreamEndpoint<Path, Params, Query, Data, Errors, Verb, UploadToken>,
    'status' | 'params'
  > & {
    readonly status?: 200 | 201;
  } & RequiredParams<Path, Params>,
): StreamEndpoint<Path, Params, Query, Data, Errors, Verb, UploadToken> {
  return { status: 200, ...definition };
}

type RequiredParams<Path extends string, Params> = [PathParameter<Path>] extends [never]
  ? { readonly params?: undefined }
  : { readonly params: Params };

// The types below check for undefined first. In a project without `strictNullChecks`, undefined extends
// every type, so an absent schema would be mistaken for a present one.

type Input<Schema> = [Schema] extends [undefined] ? undefined : z.input<Schema>;

type WithoutUndefined<Shape> = {
  [Key in keyof Shape as Shape[Key] extends undefined ? never : Key]: Shape[Key];
};

/** Input of a call: `params`, `query` and `body`, each only if the call declares it. */
export type EndpointInput<E> =
  E extends Endpoint<string, infer Params, infer Query, infer Body>
    ? WithoutUndefined<{ params: Input<Params>; query: Input<Query>; body: Input<Body> }>
    : E extends StreamEndpoint<string, infer Params, infer Query>
      ? WithoutUndefined<{ params: Input<Params>; query: Input<Query> }>
      : never;

/** Raw body. Calls with one are never retried, because a stream can be sent only once. */
export type UploadBody = FormData | Blob | ArrayBuffer | Uint8Array<ArrayBuffer> | ReadableStream;

/** True if the request of a call is raw, so that its reply has data. */
export type IsUpload<E> =
  E extends StreamEndpoint<string, unknown, z.core.$ZodType | undefined, infer Data>
    ? [Data] extends [undefined]
      ? false
      : true
    : false;

/**
 * Input of a grouped call: {@link EndpointInput}, except that `params`, `query` and `body` are optional
 * if none of their fields is required. An upload has its bytes as `body`. `path` replaces the `*` of a
 * path: unescaped, and without a leading slash.
 *
 * @example
 * const input: CallInput<typeof listTextShares> = {}; // the query may be left out
 */
export type CallInput<E> = OrNone<
  Shown<
    OptionalWhereEmpty<EndpointInput<E>> &
      (IsUpload<E> extends true ? RawBody : unknown) &
      (E extends { readonly path: `${string}*` } ? PublicPath : unknown)
  >
>;

/** Input of a call without any. Unlike `{}` it refuses options that are passed in its place. */
export interface NoInput {
  readonly params?: undefined;
  readonly query?: undefined;
  readonly body?: undefined;
}

type OrNone<Input> = [keyof Input] extends [never] ? NoInput : Input;

interface RawBody {
  /** Bytes of the upload; a form includes its fields. */
  readonly body: UploadBody;
}

interface PublicPath {
  /** Path in the file system, without a leading slash; not escaped. */
  readonly path: string;
}

type OptionalWhereEmpty<Input> = {
  [Key in keyof Input as Record<never, never> extends Input[Key] ? never : Key]: Input[Key];
} & {
  [Key in keyof Input as Record<never, never> extends Input[Key] ? Key : never]?: Input[Key];
};

/** Same type, expanded so that editors show its members. */
type Shown<Type> = Type extends infer Same ? { [Key in keyof Same]: Same[Key] } : never;

/**
 * Result of a grouped call: its data, or the `Response` if that is raw bytes.
 *
 * @example
 * const read = async (reply: CallResult<typeof rawTextShare>) => reply.text(); // a Response
 */
export type CallResult<E> =
  E extends StreamEndpoint<string, unknown, z.core.$ZodType | undefined, infer Data>
    ? [Data] extends [undefined]
      ? Response
      : z.output<Data>
    : EndpointResult<E>;

/** Result of a call: the data, or `{ data, ...extras }` if the call declares extras. */
export type EndpointResult<E> =
  E extends Endpoint<
    string,
    unknown,
    z.core.$ZodType | undefined,
    z.core.$ZodType | undefined,
    infer Data,
    infer Extras
  >
    ? Extras extends undefined
      ? z.output<Data>
      : { data: z.output<Data> } & z.output<Extras>
    : never;

/** Error codes that a call declares. */
export type EndpointError<E> = E extends { errors: readonly (infer Code)[] } ? Code : never;
