import { isAbsolute, resolve } from 'node:path';
import type { z } from 'zod';
import type { PostgresPool } from '#database/postgres-connection.ts';
import { ConfigError, type ConfigProblem } from './config-error.ts';
import { type Variable as VariableOptions, variables } from './variables.ts';

/** Every setting of the operator, parsed once. */
export interface Config {
  readonly port: number;
  readonly host: string;
  readonly dataDirectory: string;
  readonly adminUsername: string;
  /** Only used on the first start; generated and printed once when unset. */
  readonly adminPassword: string | undefined;
  /** Public address, without a trailing slash; taken from each request when unset. */
  readonly publicUrl: string | undefined;
  /** Second origin of this server. If set, only this one serves uploaded content. */
  readonly contentUrl: string | undefined;
  /** Origins that only take files for the embedded store. */
  readonly uploadUrls: readonly string[];
  /** URL of PostgreSQL; SQLite in the data folder when unset. */
  readonly databaseUrl: string | undefined;
  /** Connection pool of PostgreSQL. */
  readonly databasePool: PostgresPool;
  /** Encrypts storage secrets and signs grants; generated into the data folder when unset. */
  readonly secretKey: string | undefined;
  readonly trustedProxies: readonly string[];
  readonly corsOrigins: readonly string[];
  /** Hosts, addresses and networks off the public internet that URL uploads may read (SECURITY 1). */
  readonly urlUploadAllow: readonly string[];
  readonly logLevel: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'silent';
  /** Credentials of the embedded store; generated when unset. */
  readonly s3AccessKeyId: string | undefined;
  readonly s3SecretAccessKey: string | undefined;
  /** True in exactly one of the processes on one database, because the objects are in its data folder. */
  readonly hasEmbeddedStore: boolean;
  /** Maximum lifetime of an administrator's session, in milliseconds. */
  readonly maxSessionMs: number;
  /** Maximum time in ms for running requests to end when the server stops. */
  readonly shutdownGraceMs: number;
  /** Time in ms for which a stopping server still accepts requests. */
  readonly shutdownDelayMs: number;
  /** Token for `/metrics`; without it that address does not exist. */
  readonly metricsToken: string | undefined;
  /** Address of the trace collector, without a trailing slash; undefined for no traces. */
  readonly otlpEndpoint: string | undefined;
  /** Share of requests that are traced, 0 to 1. */
  readonly traceRatio: number;
  /** Limit of calls without a credential per source and minute; 0 for none. */
  readonly rateLimitPerMinute: number;
  /** Lag of the event loop in ms above which requests are refused; 0 for no limit. */
  readonly overloadDelayMs: number;
  /** Maximum number of connections; 0 for no limit. */
  readonly maxConnections: number;
  /** Memory limit for all buffered bodies together. */
  readonly bufferBytes: number;
}

type Variable = keyof typeof variables;
type Parsed<Name extends Variable> = z.output<(typeof variables)[Name]['schema']>;
/** Values of the environment; a number that is unset has its standard. */
type Values = {
  readonly [Name in Variable]: (typeof variables)[Name] extends { readonly standard: number }
    ? Parsed<Name>
    : Parsed<Name> | undefined;
};

/**
 * Origins of pages that may call the server. With an origin for content, the web app's own is one of
 * them.
 */
export function corsOriginsOf({ corsOrigins, contentUrl, publicUrl }: Config): string[] {
  return contentUrl !== undefined && publicUrl !== undefined
    ? [publicUrl, ...corsOrigins]
    : [...corsOrigins];
}

/** Origins of pages that may use the embedded store by URL. */
export function storageOriginsOf(config: Config): string[] {
  const { publicUrl, uploadUrls } = config;
  const own = publicUrl !== undefined && uploadUrls.length > 0 ? [publicUrl] : [];
  return [...new Set([...own, ...corsOriginsOf(config)])];
}

/**
 * Reads the environment. An empty variable counts as unset.
 *
 * @throws {ConfigError} with every bad variable
 */
export function parseConfig(
  env: Readonly<Record<string, string | undefined>>,
  workingDirectory: string,
): Config {
  const values: Record<string, unknown> = {};
  const problems: ConfigProblem[] = [];
  for (const [variable, options] of Object.entries<VariableOptions>(variables)) {
    const { schema, problem, example, standard } = options;
    values[variable] = standard;
    const text = env[variable]?.trim();
    if (!text) continue;
    const result = schema.safeParse(text);
    if (result.success) values[variable] = result.data;
    else problems.push({ variable, problem, example });
  }
  // Each replica would generate its own key, and none could decrypt another's data.
  if (values.DATABASE_URL && !env.SECRET_KEY?.trim()) {
    const { example } = variables.SECRET_KEY;
    const problem = 'is needed with DATABASE_URL, and is the same on every replica';
    problems.push({ variable: 'SECRET_KEY', problem, example });
  }
  problems.push(...findContentUrlProblems(values as Values));
  problems.push(...findUploadUrlProblems(values as Values));
  if (problems.length > 0) throw new ConfigError(problems);
  return toConfig(values as Values, workingDirectory);
}

/** The server distinguishes the two by the `Host` of a request, including the port. */
function findContentUrlProblems({ PUBLIC_URL, CONTENT_URL }: Values): readonly ConfigProblem[] {
  if (CONTENT_URL === undefined) return [];
  const { example, problem } = variables.CONTENT_URL;
  if (PUBLIC_URL === undefined) {
    return [{ variable: 'CONTENT_URL', problem: 'needs PUBLIC_URL to be set too', example }];
  }
  const isSame = new URL(PUBLIC_URL).host === new URL(CONTENT_URL).host;
  return isSame ? [{ variable: 'CONTENT_URL', problem, example }] : [];
}

/** Files that arrive at these hosts were signed for `PUBLIC_URL`. */
function findUploadUrlProblems(values: Values): readonly ConfigProblem[] {
  const { PUBLIC_URL, CONTENT_URL, UPLOAD_URL = [] } = values;
  if (UPLOAD_URL.length === 0) return [];
  const { example } = variables.UPLOAD_URL;
  const report = (problem: string) => [{ variable: 'UPLOAD_URL', problem, example }];
  if (PUBLIC_URL === undefined) return report('needs PUBLIC_URL to be set too');
  const taken = [PUBLIC_URL, CONTENT_URL].map((url) => url && new URL(url).host);
  return UPLOAD_URL.some((url) => taken.includes(new URL(url).host))
    ? report('must name other hosts than PUBLIC_URL and CONTENT_URL')
    : [];
}

function toConfig(values: Values, workingDirectory: string): Config {
  const dataDirectory = values.DATA_DIR ?? 'data';
  return {
    port: values.PORT,
    host: values.HOST ?? 'localhost',
    dataDirectory: isAbsolute(dataDirectory)
      ? dataDirectory
      : resolve(workingDirectory, dataDirectory),
    adminUsername: values.ADMIN_USERNAME ?? 'admin',
    adminPassword: values.ADMIN_PASSWORD,
    publicUrl: values.PUBLIC_URL,
    contentUrl: values.CONTENT_URL,
    uploadUrls: values.UPLOAD_URL ?? [],
    databaseUrl: values.DATABASE_URL,
    databasePool: {
      size: values.DATABASE_POOL_SIZE,
      connectTimeoutMs: values.DATABASE_CONNECT_TIMEOUT_SECONDS * 1000,
      statementTimeoutMs: values.DATABASE_STATEMENT_TIMEOUT_SECONDS * 1000,
    },
    secretKey: values.SECRET_KEY,
    trustedProxies: values.TRUSTED_PROXIES ?? [],
    corsOrigins: values.CORS_ORIGINS ?? [],
    urlUploadAllow: values.URL_UPLOAD_ALLOW ?? [],
    logLevel: values.LOG_LEVEL ?? 'warn',
    s3AccessKeyId: values.S3_ACCESS_KEY_ID,
    s3SecretAccessKey: values.S3_SECRET_ACCESS_KEY,
    hasEmbeddedStore: (values.EMBEDDED_STORE ?? (values.DATABASE_URL ? 'off' : 'on')) === 'on',
    shutdownDelayMs: values.SHUTDOWN_DELAY_SECONDS * 1000,
    metricsToken: values.METRICS_TOKEN,
    otlpEndpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT,
    traceRatio: values.OTEL_TRACES_SAMPLER_ARG ?? 1,
    rateLimitPerMinute: values.RATE_LIMIT_PER_MINUTE,
    overloadDelayMs: values.OVERLOAD_DELAY_MS,
    maxConnections: values.MAX_CONNECTIONS,
    bufferBytes: values.BUFFER_MEMORY_MIB * 1024 ** 2,
    maxSessionMs: values.SESSION_MAX_DAYS * 24 * 60 * 60 * 1000,
    shutdownGraceMs: values.SHUTDOWN_GRACE_SECONDS * 1000,
  };
}
