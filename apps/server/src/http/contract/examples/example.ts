import type {
  Endpoint,
  EndpointInput,
  EndpointResult,
  StreamEndpoint,
} from '@satchel/api-client/endpoint';
import type { z } from 'zod';

export type AnyEndpoint = Endpoint | StreamEndpoint;

/** A request and its reply, for the API documentation. */
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

/** The reply of an example. Absent if `data` is null or the reply is a file. */
type ReplyPart<E> = [ReplyOf<E>] extends [null] ? unknown : { readonly reply: ReplyOf<E> };

/**
 * An example of a call, typed by its declaration. Examples are not part of the contract itself,
 * because browsers may load the contract and have no use for them.
 */
export function example<E extends AnyEndpoint>(
  endpoint: E,
  parts: BodyPart<E> & ReplyPart<E>,
): Example {
  return { endpoint, ...(parts as Partial<Omit<Example, 'endpoint'>>) };
}
