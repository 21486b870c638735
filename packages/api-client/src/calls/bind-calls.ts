import type { ApiClient, CallOptions, LooseInput } from '../client.ts';
import type { Contract } from '../contract/endpoints.ts';
import type { CallInput, CallResult, EndpointError, Route, Routes } from '../endpoint.ts';

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

/** The declaration of a route's call. */
export type EndpointOf<Of> =
  RouteName<Of> extends keyof Declarations ? Declarations[RouteName<Of>] : never;

/**
 * A group's methods, from its routes.
 *
 * @example
 * const mounts: CallsOf<typeof routes.mounts> = bindCalls(api, routes.mounts);
 */
export type CallsOf<Group> = { readonly [Name in keyof Group]: CallOf<EndpointOf<Group[Name]>> };

/**
 * Makes a group's methods for a client. A bundler includes only the routes that are passed.
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

/** Makes a method of a route. Untyped in here; callers see {@link CallOf}. */
function bindCall(api: ApiClient, { path, ...route }: Route) {
  return (input: LooseInput & { readonly path?: string } = {}, options?: CallOptions) => {
    const endpoint = { ...route, path: path.replace('*', () => encodePath(input.path)) };
    return route.kind === 'stream' && !input.body
      ? api.request(endpoint, input, options)
      : api.call(endpoint as never, input as never, options);
  };
}

const encodePath = (path = '') => encodeURIComponent(path).replaceAll('%2F', '/');
