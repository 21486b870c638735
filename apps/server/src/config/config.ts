import { isAbsolute, resolve } from 'node:path';
import type { z } from 'zod';
import { ConfigError, type ConfigProblem } from './config-error.ts';
import { type Variable as VariableOptions, variables } from './variables.ts';

/** Every setting of the operator, parsed once. `variables.ts` says what each is for. */
export type Config = Readonly<ReturnType<typeof toConfig>>;

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

function toConfig(values: Values, workingDirectory: string) {
  const dataDirectory = values.DATA_DIR ?? 'data';
  return {
    port: values.PORT,
    host: values.HOST ?? 'localhost',
    dataDirectory: isAbsolute(dataDirectory)
      ? dataDirectory
      : resolve(workingDirectory, dataDirectory),
    adminUsername: values.ADMIN_USERNAME ?? 'admin',
    /** Only used on the first start; generated and printed once when unset. */
    adminPassword: values.ADMIN_PASSWORD,
    /** Has no trailing slash; taken from each request when unset. */
    publicUrl: values.PUBLIC_URL,
    /** If set, only this origin serves uploaded content. */
    contentUrl: values.CONTENT_URL,
    /** Origins that only take files for the embedded store. */
    uploadUrls: values.UPLOAD_URL ?? [],
    /** SQLite in the data folder when unset. */
    databaseUrl: values.DATABASE_URL,
    databasePool: {
      size: values.DATABASE_POOL_SIZE,
      connectTimeoutMs: values.DATABASE_CONNECT_TIMEOUT_SECONDS * 1000,
      statementTimeoutMs: values.DATABASE_STATEMENT_TIMEOUT_SECONDS * 1000,
    },
    /** Generated into the data folder when unset. */
    secretKey: values.SECRET_KEY,
    trustedProxies: values.TRUSTED_PROXIES ?? [],
    corsOrigins: values.CORS_ORIGINS ?? [],
    /** Hosts, addresses and networks off the public internet (SECURITY 1). */
    urlUploadAllow: values.URL_UPLOAD_ALLOW ?? [],
    logLevel: values.LOG_LEVEL ?? 'warn',
    /** Generated when unset, like the secret. */
    s3AccessKeyId: values.S3_ACCESS_KEY_ID,
    s3SecretAccessKey: values.S3_SECRET_ACCESS_KEY,
    /** On in one process of a database, because the objects are in its data folder. */
    hasEmbeddedStore: (values.EMBEDDED_STORE ?? (values.DATABASE_URL ? 'off' : 'on')) === 'on',
    /** Time for which a stopping server still accepts requests. */
    shutdownDelayMs: values.SHUTDOWN_DELAY_SECONDS * 1000,
    /** Unset means that `/metrics` does not exist. */
    metricsToken: values.METRICS_TOKEN,
    /** Undefined for no traces. */
    otlpEndpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT,
    traceRatio: values.OTEL_TRACES_SAMPLER_ARG ?? 1,
    /** 0 for no limit, also in the two below. */
    rateLimitPerMinute: values.RATE_LIMIT_PER_MINUTE,
    overloadDelayMs: values.OVERLOAD_DELAY_MS,
    maxConnections: values.MAX_CONNECTIONS,
    bufferBytes: values.BUFFER_MEMORY_MIB * 1024 ** 2,
    maxSessionMs: values.SESSION_MAX_DAYS * 24 * 60 * 60 * 1000,
    shutdownGraceMs: values.SHUTDOWN_GRACE_SECONDS * 1000,
  };
}
