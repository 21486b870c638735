import type { CredentialScope } from './signing-key.ts';

export interface SignedRequest {
  readonly method: string;
  readonly pathBytes: string;
  readonly query: readonly (readonly [name: string, value: string])[];
  readonly headers: Readonly<Record<string, string | undefined>>;
}

/** The signature of a request and how it was made, as the request says, not yet verified. */
export interface Claim {
  readonly scope: CredentialScope;
  readonly amzDate: string;
  readonly signedHeaders: readonly string[];
  readonly signature: string;
  readonly payloadHash: string;
  /** The query without the signature itself. */
  readonly query: readonly (readonly [name: string, value: string])[];
}
