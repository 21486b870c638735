import type { IncomingMessage } from 'node:http';
import { runBatch } from '@satchel/api-client/contract/batch';
import type { FastifyRequest } from 'fastify';
import type { SignedPart } from '#ledger/uploads/direct-uploads.ts';
import { MIN_PART_BYTES } from '#object-store/part-size.ts';
import type { Credential } from '#security/caller.ts';
import type { SecretKey } from '#security/secret-key.ts';
import { readCredential } from '../authenticate.ts';

/** Longer URLs could exceed what proxies accept. */
const MOST_URL_CHARACTERS = 4000;
/** Last parameter of a URL that commits: the sealed call. */
const PARAMETER = '&commit=';

/** Call that commits an upload. The ETag of its part is added to the body. */
interface Commit {
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface SealedCommit extends Commit {
  readonly credential: Credential;
}

interface OpenedUrl extends SealedCommit {
  /** Path and query for the embedded store. */
  readonly storeUrl: string;
}

interface CommittedUpload {
  readonly request: FastifyRequest;
  readonly body: { readonly commit_on_put?: boolean | null | undefined };
}

interface SmallFile {
  readonly config: { readonly isEmbedded: boolean };
  /** In bytes; undefined if the caller did not say. */
  readonly size: number | null | undefined;
  readonly urls: readonly SignedPart[];
}

/** URL of a part; with `commits`, its PUT also makes the call that commits the upload. */
type PartUrl = SignedPart & { readonly commits?: true };

export type CommitUrls = ReturnType<typeof createCommitUrls>;

/**
 * URLs that store a small file in the embedded store and commit it by one PUT (docs/reference/wire-contract.md).
 * The URL contains the call that commits, with the caller's credential, encrypted for this one upload.
 */
export function createCommitUrls(secretKey: Pick<SecretKey, 'encrypt' | 'decrypt'>) {
  return {
    /** Returns URLs that commit if the caller asks for that and the upload allows it, else the given ones. */
    offer(
      { request, body }: CommittedUpload,
      { config, size, urls }: SmallFile,
      commit: Commit,
    ): PartUrl[] {
      const [part] = urls;
      const credential = readCredential(request.headers);
      const isSmall = size && size <= MIN_PART_BYTES && urls.length === 1;
      // Uploads that begin in a batch end in one, which costs less than a transaction for each.
      const isAlone = request.routeOptions.config.endpoint !== runBatch;
      const isOffered = body.commit_on_put && config.isEmbedded && isSmall && isAlone;
      if (!part || !credential || !isOffered) return [...urls];
      const text = JSON.stringify({ ...commit, credential } satisfies SealedCommit);
      const sealed = toUrlText(secretKey.encrypt(text, signatureOf(part.url)));
      const url = `${part.url}${PARAMETER}${sealed}`;
      return [url.length > MOST_URL_CHARACTERS ? part : { ...part, url, commits: true }];
    },
    /** Undefined if this server did not create the URL. */
    open(url: string): OpenedUrl | undefined {
      const end = url.lastIndexOf(PARAMETER);
      const storeUrl = url.slice(0, end);
      try {
        const text = secretKey.decrypt(url.slice(end + PARAMETER.length), signatureOf(storeUrl));
        return { ...(JSON.parse(text) as SealedCommit), storeUrl };
      } catch {
        return undefined;
      }
    },
  };
}

function toUrlText(base64: string): string {
  return Buffer.from(base64, 'base64').toString('base64url');
}

/** Covers everything in the URL, so what is sealed with it is good for this upload only. */
function signatureOf(url: string): string {
  return new URLSearchParams(url.slice(url.indexOf('?'))).get('X-Amz-Signature') ?? '';
}

/** True for a PUT to a URL that commits, which the embedded store does not know. */
export function isCommittingPut({ method, url = '' }: IncomingMessage): boolean {
  return method === 'PUT' && url.includes(PARAMETER);
}
