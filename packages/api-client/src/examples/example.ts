import type { z } from 'zod';
import type { Endpoint, EndpointInput, EndpointResult, StreamEndpoint } from '../endpoint.ts';

export type AnyEndpoint = Endpoint | StreamEndpoint;

/** What one call sends and gets, for the API documentation. */
export interface Example {
  readonly endpoint: AnyEndpoint;
  readonly body?: unknown;
  /** The data, or `{ data, ...extras }` where the call declares extras. */
  readonly reply?: unknown;
}

type BodyPart<E> = 'body' extends keyof EndpointInput<E>
  ? { readonly body: Exclude<EndpointInput<E>['body'], undefined> }
  : unknown;

type ReplyOf<E> =
  E extends StreamEndpoint<string, unknown, z.ZodType | undefined, infer Data>
    ? Data extends z.ZodType
      ? z.output<Data>
      : null
    : EndpointResult<E>;

/** Left out where there is nothing to show: `data` is null, or the reply is a file. */
type ReplyPart<E> = [ReplyOf<E>] extends [null] ? unknown : { readonly reply: ReplyOf<E> };

/**
 * An example of a call, typed by its declaration. Examples stand beside the contract and not in it,
 * because a browser loads the contract (docs/adr/0007) and has no use for them.
 */
export function example<E extends AnyEndpoint>(
  endpoint: E,
  parts: BodyPart<E> & ReplyPart<E>,
): Example {
  return { endpoint, ...(parts as Partial<Omit<Example, 'endpoint'>>) };
}
