import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { orAborted } from '#concurrency/within.ts';
import { AppError } from '#errors';
import { type AllowList, normalizeHostname } from './allow-list.ts';
import { isPublicAddress } from './public-address.ts';
import { portOf } from './source-url.ts';

/** Returns every A and AAAA record of a name. */
export type Resolver = (hostname: string) => Promise<readonly string[]>;

/** Resolver of the operating system, which knows `/etc/hosts` and the names of the LAN. */
export const systemResolver: Resolver = async (hostname) =>
  (await lookup(hostname, { all: true, verbatim: true })).map(({ address }) => address);

/** Addresses that are refused even if they are public or allowed: this server and its storages. */
export interface OwnAddresses {
  /** Addresses under which users reach this server. */
  readonly origins: readonly string[];
  /** Port at which this process was reached. */
  readonly localPort: number | undefined;
  /** Addresses of storages, as the server and as browsers reach them. */
  readonly storageEndpoints: readonly string[];
}

/** URL with its checked addresses. The connection uses one of these and resolves nothing again. */
export interface CheckedUrl {
  readonly url: URL;
  readonly addresses: readonly string[];
}

export function createAddressGuard(allowList: AllowList, resolve: Resolver) {
  const resolveHost = async (hostname: string, signal: AbortSignal) => {
    if (isIP(hostname) !== 0) return [hostname];
    const addresses = await orAborted(resolve(hostname), signal);
    if (addresses.length === 0) throw new Error(`${hostname} has no address`);
    return addresses;
  };

  const isStorage = async (
    { url, addresses }: CheckedUrl,
    { storageEndpoints }: OwnAddresses,
    signal: AbortSignal,
  ) => {
    const endpoints = parseAll(storageEndpoints).filter(
      (endpoint) => portOf(endpoint) === portOf(url),
    );
    if (endpoints.some((endpoint) => isHostOrBucketOf(url, endpoint))) return true;
    // On the LAN a storage may be reachable under other names than its own.
    if (addresses.every(isPublicAddress)) return false;
    const resolved = await Promise.all(
      endpoints.map(({ hostname }) =>
        resolveHost(normalizeHostname(hostname), signal).catch((): readonly string[] => []),
      ),
    );
    return resolved.flat().some((address) => addresses.includes(address));
  };

  return {
    /**
     * Resolves a URL's host once and checks every answer (SECURITY 1).
     *
     * @throws {AppError} `url_uploads.address_refused` or `url_uploads.source_unreachable`
     */
    async check(url: URL, own: OwnAddresses, signal: AbortSignal): Promise<CheckedUrl> {
      const hostname = normalizeHostname(url.hostname);
      const addresses = await resolveHost(hostname, signal).catch((cause: unknown) => {
        signal.throwIfAborted();
        throw new AppError('url_uploads.source_unreachable', { cause });
      });
      const isOpened = addresses.every((address) => allowList.allows(hostname, address));
      const isPublic = addresses.every(
        (address) => isPublicAddress(address) && !isOfThisMachine(address),
      );
      const checked = { url, addresses };
      // One refused address among good ones is an attack, or looks like one.
      const isAllowed = isOpened || (isPublic && !isOwnHost(url, own));
      if (!isAllowed || isOwnPort(checked, own) || (await isStorage(checked, own, signal))) {
        throw new AppError('url_uploads.address_refused');
      }
      return checked;
    },
  };
}

function isOwnHost(url: URL, { origins }: OwnAddresses): boolean {
  return parseAll(origins).some((origin) => isSameHost(url, origin));
}

/** The allow-list may open other servers on this machine, but never this one. */
function isOwnPort({ url, addresses }: CheckedUrl, { origins, localPort }: OwnAddresses): boolean {
  const port = portOf(url);
  if (port === localPort && addresses.some(isOfThisMachine)) return true;
  return parseAll(origins).some((origin) => portOf(origin) === port && isSameHost(url, origin));
}

function isSameHost(url: URL, other: URL): boolean {
  return normalizeHostname(url.hostname) === normalizeHostname(other.hostname);
}

/** A bucket may be a sub-domain of its endpoint. */
function isHostOrBucketOf(url: URL, endpoint: URL): boolean {
  const host = normalizeHostname(endpoint.hostname);
  return isSameHost(url, endpoint) || normalizeHostname(url.hostname).endsWith(`.${host}`);
}

function parseAll(addresses: readonly string[]): readonly URL[] {
  return addresses.flatMap((address) => URL.parse(address) ?? []);
}

function isOfThisMachine(address: string): boolean {
  if (/^(127\.|0\.0\.0\.0$|::1?$)/.test(address)) return true;
  const interfaces = Object.values(networkInterfaces()).flatMap((entries) => entries ?? []);
  return interfaces.some((entry) => entry.address === address);
}
