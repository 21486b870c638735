import type { Readable } from 'node:stream';
import type { Clock } from '#clock';
import { AppError } from '#errors';
import type { FileShareService } from '#features/file-shares/service.ts';
import type { SafeFetch, SafeResponse } from '#security/safe-fetch/safe-fetch.ts';
import type { UrlUploadRepository } from './repository.ts';
import { filenameOf } from './source-name.ts';

const MEDIA_TYPE = /^[\w!#$&^.+-]{1,127}\/[\w!#$&^.+-]{1,127}(\s*;[ -~]{0,200})?$/;

/** Statuses whose body is the file. A 206 is a part of it, a 202 comes before there is one. */
const WHOLE_FILE_STATUSES = [200, 203];

const PROBE_LIFETIME_MS = 10 * 60_000;

/** Addresses under which the caller reaches this server, so that it never fetches from itself. */
export interface Visit {
  readonly origin: string;
  readonly localPort: number | undefined;
  readonly signal: AbortSignal;
}

/** Facts that a source states about its file. */
export interface Source {
  readonly filename: string;
  /** Undefined if the source sends none or an invalid one. */
  readonly contentType: string | undefined;
  /** In bytes. */
  readonly size: number | undefined;
  readonly lastModified: string | undefined;
  readonly method: 'HEAD' | 'GET';
  readonly corsSupported: boolean;
}

export interface SourceFile extends Source {
  /** The caller must read it to the end or destroy it. */
  readonly body: Readable;
}

export type Sources = ReturnType<typeof createSources>;

export interface SourceDependencies {
  readonly safeFetch: SafeFetch;
  readonly fileShares: Pick<FileShareService, 'maxUploadBytes'>;
  readonly repository: UrlUploadRepository;
  /** Origins of this server, besides the one that the caller uses. */
  readonly ownOrigins: readonly string[];
  readonly clock: Clock;
}

/** Reads files from URLs that callers name, through the guard of SECURITY 1. */
export function createSources(dependencies: SourceDependencies) {
  const { safeFetch, fileShares, repository, ownOrigins, clock } = dependencies;

  const ownAddresses = async ({ origin, localPort }: Visit) => ({
    origins: [origin, ...ownOrigins],
    localPort,
    storageEndpoints: await repository.listStorageEndpoints(),
  });

  const open = async (url: string, method: 'HEAD' | 'GET', visit: Visit, maxBytes: number) => {
    const own = await ownAddresses(visit);
    const response = await safeFetch.open({ url, method, own, maxBytes, signal: visit.signal });
    if (WHOLE_FILE_STATUSES.includes(response.status)) {
      return describe(new URL(url), response, method, visit);
    }
    response.body.destroy();
    const { status } = response;
    throw new AppError('url_uploads.source_unreachable', { details: { status } });
  };

  const peek = async (url: string, method: 'HEAD' | 'GET', visit: Visit): Promise<Source> => {
    const { body, ...source } = await open(url, method, visit, Number.MAX_SAFE_INTEGER);
    body.destroy();
    return source;
  };

  /** Asks with HEAD, or with GET if that fails; does not read the body. */
  const probe = async (url: string, visit: Visit) => {
    try {
      return await peek(url, 'HEAD', visit);
    } catch (error) {
      const isUnreachable =
        error instanceof AppError && error.code === 'url_uploads.source_unreachable';
      if (!isUnreachable || visit.signal.aborted) throw error;
      return peek(url, 'GET', visit);
    }
  };

  return {
    check: async (url: string, visit: Visit) =>
      safeFetch.check({ url, own: await ownAddresses(visit), signal: visit.signal }),
    probe,
    /** Probes for a caller who will read the URL next, possibly without a credential: see `admit`. */
    async probeForReading(url: string, visit: Visit): Promise<Source> {
      const source = await probe(url, visit);
      await repository.addProbe(url, new Date(clock.now().getTime() + PROBE_LIFETIME_MS));
      return source;
    },
    /**
     * Admits an anonymous request to read a URL that was probed within the last 10 minutes, because
     * older clients send no credential (CONTRACT A6). Each probe admits one GET; HEAD does not use it
     * up.
     *
     * @throws {AppError} `auth.required`
     */
    async admit(url: unknown, method: 'HEAD' | 'GET') {
      const find = method === 'HEAD' ? repository.hasProbe : repository.spendProbe;
      const isAdmitted = typeof url === 'string' && (await find(url, clock.now()));
      if (!isAdmitted) throw new AppError('auth.required');
    },
    /** Removes expired probes that were not used. */
    sweep: () => repository.removeProbes(clock.now()),
    /** @throws {AppError} `file_shares.too_large`, also later, as the body's error */
    async read(url: string, method: 'HEAD' | 'GET', visit: Visit): Promise<SourceFile> {
      const maxBytes = await fileShares.maxUploadBytes();
      const source = await open(url, method, visit, maxBytes);
      if (source.size === undefined || source.size <= maxBytes) return source;
      source.body.destroy();
      const details = { maxMegabytes: maxBytes / 1024 ** 2 };
      throw new AppError('file_shares.too_large', { details });
    },
  };
}

function describe(
  requested: URL,
  response: SafeResponse,
  method: 'HEAD' | 'GET',
  { origin }: Visit,
): SourceFile {
  const contentType = response.header('content-type')?.trim();
  const allowedOrigin = response.header('access-control-allow-origin');
  return {
    filename: filenameOf(requested, response.url, response.header('content-disposition')),
    contentType: contentType && MEDIA_TYPE.test(contentType) ? contentType : undefined,
    size: response.contentLength,
    lastModified: response.header('last-modified'),
    method,
    corsSupported: allowedOrigin === '*' || allowedOrigin === origin,
    body: response.body,
  };
}
