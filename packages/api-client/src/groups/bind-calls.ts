import type { ApiClient, CallOptions, LooseInput } from '../client.ts';
import type {
  CallInput,
  CallResult,
  Endpoint,
  EndpointError,
  Method,
  StreamEndpoint,
} from '../endpoint.ts';

/** Marks a reply that is read in another way than by taking `data` out of its envelope. */
type Form<E> = E extends StreamEndpoint
  ? ' stream'
  : E extends { readonly extras?: infer Extras }
    ? [Extras] extends [undefined]
      ? '' | ' flat'
      : ' extras'
    : '';

type WireOf<E> = E extends { readonly path: `/api/${infer Path}` }
  ? `${Method} ${Path}${Form<E>}`
  : never;

/**
 * The calls of a group, each as one string of method, path and kind of reply. Browsers get these
 * instead of the declarations, because the schemas need zod, which is larger than all the rest. The
 * compiler checks the paths against the declarations, and a test checks everything.
 */
export type WiresOf<Calls> = { readonly [Name in keyof Calls]: WireOf<Calls[Name]> };

/**
 * A call as a method, with the error codes that it declares.
 *
 * @example
 * const list: Call<{ query?: { search?: string } }, string[], never> = async () => [];
 */
export interface Call<Input, Result, Code> {
  /** @throws {ApiError} whose `code` is one that the call declares, or a general one. */
  (
    ...parameters: Record<never, never> extends Input
      ? [input?: Input, options?: CallOptions]
      : [input: Input, options?: CallOptions]
  ): Promise<Result>;
  /** The codes that the call declares. Exists as a type only, never at run time. */
  readonly errors?: Code;
}

/**
 * The method of a call, from its declaration: input, result, errors and all.
 *
 * @example
 * const list: CallOf<typeof listTextShares> = createTextShares(api).list;
 */
export type CallOf<E> = E extends unknown
  ? // A choice of one: editors show what is chosen, and not the declaration that it was made from.
    Call<CallInput<E>, CallResult<E>, EndpointError<E>>
  : never;

/**
 * The error codes that a method's call declares, beyond those that any call may fail with.
 *
 * @example
 * type Codes = ErrorCodeOf<TextShares['create']>; // 'shares.slug_taken' | …
 */
export type ErrorCodeOf<Method> = Method extends { readonly errors?: infer Code }
  ? Exclude<Code, undefined>
  : never;

/**
 * A group's methods, from the declarations of its calls.
 *
 * @example
 * const texts: CallsOf<TextSharesCalls> = createTextShares(api);
 */
export type CallsOf<Calls> = { readonly [Name in keyof Calls]: CallOf<Calls[Name]> };

/** Declares a group by its strings; the result makes its methods for a client. */
export function groupOf<Calls>(wires: WiresOf<Calls>): (api: ApiClient) => CallsOf<Calls> {
  return (api) =>
    Object.fromEntries(
      Object.entries<string>(wires).map(([name, wire]): [string, unknown] => [
        name,
        bindCall(api, wire),
      ]),
    ) as CallsOf<Calls>;
}

/** Makes a method of a string such as `GET pastes extras`. Untyped in here; callers see {@link CallOf}. */
function bindCall(api: ApiClient, text: string) {
  const [method, path = '', form = 'json'] = text.split(' ');
  return (input: LooseInput & { readonly path?: string } = {}, options?: CallOptions) => {
    const isRaw = form === 'stream';
    const endpoint = {
      kind: isRaw ? form : 'json',
      method,
      path: `/api/${path.replace('*', () => encodePath(input.path))}`,
      [form]: true,
    } as unknown as Endpoint;
    return isRaw && !input.body
      ? api.request(endpoint, input, options)
      : api.call(endpoint, input as never, options);
  };
}

const encodePath = (path = '') => encodeURIComponent(path).replaceAll('%2F', '/');
