import type { ApiClient, CallOptions, LooseInput } from '../client.ts';
import type { Contract } from '../contract/endpoints.ts';
import type { CallInput, CallResult, EndpointError, Route, Routes } from '../endpoint.ts';

/**
 * Call as a method, with the error codes that it declares.
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
  /** Error codes that the call declares. Exists as a type only, never at run time. */
  readonly errors?: Code;
}

/**
 * Method of a call, with input, result and errors from its declaration.
 *
 * @example
 * const list: CallOf<typeof listTextShares> = createTextShares(api).list;
 */
export type CallOf<E> = E extends unknown
  ? // A conditional type makes editors show the resulting method instead of the declaration.
    Call<CallInput<E>, CallResult<E>, EndpointError<E>>
  : never;

/**
 * Error codes that a method's call declares, beyond those of every call.
 *
 * @example
 * type Codes = ErrorCodeOf<TextShares['create']>; // 'shares.slug_taken' | …
 */
export type ErrorCodeOf<Method> = Method extends { readonly errors?: infer Code }
  ? Exclude<Code, undefined>
  : never;

type RouteName<Declared> = Declared extends {
  readonly method: infer Verb extends string;
  readonly path: infer Path extends string;
}
  ? `${Verb} ${Path}`
  : never;

/** Declarations by method and path. */
type Declarations = {
  [Name in keyof Contract as RouteName<Contract[Name]>]: Contract[Name];
};

/** Declaration of a route's call. */
export type EndpointOf<Of> =
  RouteName<Of> extends keyof Declarations ? Declarations[RouteName<Of>] : never;

/**
 * Methods of a group, from its routes.
 *
 * @example
 * const mounts: CallsOf<typeof routes.mounts> = bindCalls(api, routes.mounts);
 */
export type CallsOf<Group> = { readonly [Name in keyof Group]: CallOf<EndpointOf<Group[Name]>> };

/**
 * Creates the methods of a group for a client. A bundler includes only the routes that are passed.
 *
 * @example
 * import { apiKeys } from '@satchel/api-client/contract/routes';
 * const { key } = await bindCalls(api, apiKeys).create({ body: { name: 'my script', permissions: 1 } });
 */
export function bindCalls<const Group extends Routes>(
  api: ApiClient,
  routes: Group,
): CallsOf<Group> {
  return Object.fromEntries(
    Object.entries(routes).map(([name, route]) => [name, bindCall(api, route)]),
  ) as unknown as CallsOf<Group>;
}

/** Creates the method of a route. Untyped internally; callers see {@link CallOf}. */
function bindCall(api: ApiClient, { path, ...route }: Route) {
  return (input: LooseInput & { readonly path?: string } = {}, options?: CallOptions) => {
    const endpoint = { ...route, path: path.replace('*', () => encodePath(input.path)) };
    return route.kind === 'stream' && !input.body
      ? api.request(endpoint, input, options)
      : api.call(endpoint as never, input as never, options);
  };
}

const encodePath = (path = '') => encodeURIComponent(path).replaceAll('%2F', '/');
