import type { IncomingHttpHeaders } from 'node:http';
import {
  type Access,
  type DeliveryPrincipal,
  decideAccess,
  type Principal,
} from '@satchel/api-client/permissions';
import type { FastifyRequest } from 'fastify';
import { AppError } from '#errors';
import type { Caller, Credential, DeliveryCaller } from '#security/caller.ts';
import { errorOf } from '#security/denial.ts';

/** Checks a credential; throws `auth.invalid` for a bad one. */
export type Authenticate = (credential: Credential, source: string) => Promise<Caller>;

/**
 * Checks the token of a delivery.
 *
 * @throws {AppError} `upload_requests.token_invalid`, `auth.throttled`
 */
export type AuthenticateUpload = (token: string, source: string) => Promise<DeliveryCaller>;

/**
 * Returns the credential of a request (CONTRACT A2, part B's accepted headers). The scheme's case does
 * not matter. An unknown scheme is a bad credential, not an absent one.
 */
export function readCredential(headers: IncomingHttpHeaders): Credential | undefined {
  const { authorization, 'x-custom-auth-key': customKey } = headers;
  if (authorization !== undefined) {
    const [, scheme = '', value = ''] = /^(\S+)(?:\s+(.*))?$/.exec(authorization.trim()) ?? [];
    switch (scheme.toLowerCase()) {
      case 'bearer':
        return { kind: 'adminToken', token: value };
      case 'apikey':
        return { kind: 'apiKey', key: value };
      case 'upload':
        return { kind: 'uploadToken', token: value };
      case 'basic':
        return readBasic(value);
      default:
        return { kind: 'unknown' };
    }
  }
  return typeof customKey === 'string' ? { kind: 'apiKey', key: customKey } : undefined;
}

/** Whether the credential of a request that was accepted would be accepted now, too. */
export async function isStillValid(
  { authenticate }: { readonly authenticate: Authenticate },
  { headers, ip }: FastifyRequest,
): Promise<boolean> {
  const credential = readCredential(headers);
  if (!credential) return false;
  return authenticate(credential, ip).then(
    () => true,
    (error: unknown) => {
      if (error instanceof AppError) return false;
      throw error;
    },
  );
}

function readBasic(value: string): Credential {
  const text = Buffer.from(value, 'base64').toString('utf8');
  const separator = text.indexOf(':');
  if (separator < 0) return { kind: 'unknown' };
  return {
    kind: 'basic',
    username: text.slice(0, separator),
    password: text.slice(separator + 1),
  };
}

/**
 * Refuses the WebDAV password stored in a browser if a page of another site or subdomain sends the
 * request (SECURITY 8, 23). Programs send neither header. Over plain HTTP browsers send only `Origin`.
 *
 * @throws {AppError} `auth.cross_site`
 */
export function assertOwnPage(
  { kind }: Credential,
  { headers, host }: Pick<FastifyRequest, 'headers' | 'host'>,
  publicUrl: string | undefined,
): void {
  if (kind !== 'basic') return;
  const { origin, 'sec-fetch-site': site } = headers;
  const hosts = [host.toLowerCase(), ...(publicUrl === undefined ? [] : [new URL(publicUrl).host])];
  const isOwnOrigin =
    origin === undefined || (URL.canParse(origin) && hosts.includes(new URL(origin).host));
  const isOwnSite = site === undefined || site === 'same-origin' || site === 'none';
  if (!isOwnOrigin || !isOwnSite) throw new AppError('auth.cross_site');
}

/** First of two checks of rights: may the caller make this call at all? Rows and paths are checked later. */
export function assertAccess(principal: Principal | DeliveryPrincipal, access: Access): void {
  const decision = decideAccess(principal, access);
  if (!decision.allowed) throw errorOf(decision);
}
