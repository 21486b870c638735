import type { ApiClient, CallOptions, LooseInput, Wire } from '../client.ts';
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
  ? ' bytes'
  : E extends { readonly extras?: infer Extras }
    ? [Exclude<Extras, undefined>] extends [never]
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
 * A call as a method: typed by its declaration, input, result and all.
 *
 * @example
 * const list: CallOf<typeof listTextShares> = createPastes(api).list;
 */
export interface CallOf<E> {
  /** @throws {ApiError} whose `code` is one that the call declares, or a general one. */
  (
    ...parameters: Record<never, never> extends CallInput<E>
      ? [input?: CallInput<E>, options?: CallOptions]
      : [input: CallInput<E>, options?: CallOptions]
  ): Promise<CallResult<E>>;
  /** The codes that the call declares. Exists as a type only, never at run time. */
  readonly errors?: EndpointError<E>;
}

/**
 * The error codes that a method's call declares, beyond those that any call may fail with.
 *
 * @example
 * type Codes = ErrorCodeOf<Pastes['create']>; // 'shares.slug_taken' | …
 */
export type ErrorCodeOf<Method> = Method extends { readonly errors?: infer Code }
  ? Exclude<Code, undefined>
  : never;

/**
 * A group's methods, from the declarations of its calls.
 *
 * @example
 * const pastes: CallsOf<PasteCalls> = createPastes(api);
 */
export type CallsOf<Calls> = { readonly [Name in keyof Calls]: CallOf<Calls[Name]> };

/** Declares a group by its strings; the result makes its methods for a client. */
export function groupOf<Calls>(wires: WiresOf<Calls>): (api: ApiClient) => CallsOf<Calls> {
  return (api) => {
    const calls = Object.entries<string>(wires).map(([name, wire]) => [name, bindCall(api, wire)]);
    return Object.fromEntries(calls) as CallsOf<Calls>;
  };
}

function bindCall(api: ApiClient, text: string) {
  const wire = parseWire(text);
  return (input: LooseInput & { readonly path?: string } = {}, options?: CallOptions) => {
    const path = wire.path.replace('*', () => encodePath(input.path));
    // Untyped in here; callers see the types of `CallOf`.
    const endpoint = { ...wire, path } as Endpoint;
    return wire.kind === 'json' || input.body !== undefined
      ? api.call(endpoint, input as never, options)
      : api.request(endpoint, input, options);
  };
}

const encodePath = (path = '') => encodeURIComponent(path).replaceAll('%2F', '/');

/** Reads a string such as `GET pastes extras`. */
function parseWire(text: string): Wire {
  const [method, path, form] = text.split(' ');
  return {
    kind: form === 'bytes' ? 'stream' : 'json',
    method: method as Method,
    path: `/api/${path}`,
    flat: form === 'flat',
    extras: form === 'extras',
  };
}
