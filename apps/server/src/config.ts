import { isAbsolute, resolve } from 'node:path';
import { z } from 'zod';
import { isAllowListEntry } from '#security/safe-fetch/allow-list.ts';
import { StartError } from '#startup/start-error.ts';

/** Everything that an operator can set, parsed once. */
export interface Config {
  readonly port: number;
  readonly host: string;
  readonly dataDirectory: string;
  readonly adminUsername: string;
  /** Only used on the first start; generated and printed once when unset. */
  readonly adminPassword: string | undefined;
  /** Address that users see, without a trailing slash; else taken from each request. */
  readonly publicUrl: string | undefined;
  /** Another origin that leads here, and the only one then that serves what users have uploaded. */
  readonly contentUrl: string | undefined;
  /** PostgreSQL; SQLite in the data folder when unset. */
  readonly databaseUrl: string | undefined;
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
  /** Of all processes on one database in one only, because its objects are in that one's data folder. */
  readonly hasEmbeddedStore: boolean;
  /** How long running requests may take to end when the server is stopped, in milliseconds. */
  readonly shutdownGraceMs: number;
}

export interface ConfigProblem {
  readonly variable: string;
  readonly problem: string;
  readonly example: string;
}

/** Lists every bad variable at once, so that an operator mends them in one go. */
export class ConfigError extends StartError {
  override readonly name = 'ConfigError';
  readonly problems: readonly ConfigProblem[];

  constructor(problems: readonly ConfigProblem[]) {
    super(
      problems
        .map(
          ({ variable, problem, example }) =>
            `${variable}: ${problem} (example: ${variable}=${example})`,
        )
        .join('\n'),
    );
    this.problems = problems;
  }
}

const list = z.string().transform((value) =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean),
);

const origin = (value: string) => URL.canParse(value) && new URL(value).origin === value;

const isWebUrl = (value: string) =>
  URL.canParse(value) && ['http:', 'https:'].includes(new URL(value).protocol);

const withoutSlash = (value: string) => value.replace(/\/$/, '');

const webOrigin = z
  .string()
  .transform(withoutSlash)
  .refine((value) => isWebUrl(value) && origin(value));

const variables = {
  PORT: {
    schema: z
      .string()
      .regex(/^\d{1,5}$/)
      .transform(Number)
      .refine((port) => port >= 0 && port <= 65_535),
    problem: 'must be a whole number from 0 to 65535',
    example: '8787',
  },
  HOST: {
    schema: z.string().regex(/^[\w.:-]+$/),
    problem: 'must be a host name or an IP address',
    example: '0.0.0.0',
  },
  DATA_DIR: {
    schema: z.string().refine((path) => !path.includes('\0')),
    problem: 'must be a path of the file system',
    example: './data',
  },
  ADMIN_USERNAME: {
    schema: z.string().regex(/^[^\s:\p{Cc}]{1,64}$/u),
    problem: 'must have 1 to 64 characters, without spaces and colons',
    example: 'admin',
  },
  ADMIN_PASSWORD: {
    schema: z.string().min(8).max(1024),
    problem: 'must have at least 8 characters',
    example: 'correct-horse-battery',
  },
  PUBLIC_URL: {
    schema: webOrigin,
    problem: 'must be an http or https address without a path',
    example: 'https://share.example.org',
  },
  CONTENT_URL: {
    schema: webOrigin,
    problem: 'must be an http or https address without a path, and another host than PUBLIC_URL',
    example: 'https://share-content.example.net',
  },
  DATABASE_URL: {
    schema: z.string().refine((value) => URL.canParse(value) && /^postgres(ql)?:/.test(value)),
    problem: 'must be a PostgreSQL connection URL',
    example: 'postgresql://satchel:secret@localhost:5432/satchel',
  },
  SECRET_KEY: {
    schema: z.string().min(32).max(1024),
    problem: 'must have at least 32 characters',
    example: '6f1c0a…, from `openssl rand -hex 32`',
  },
  TRUSTED_PROXIES: {
    schema: list.refine((items) => items.every((item) => /^[0-9a-fA-F.:/]+$/.test(item))),
    problem: 'must be a comma-separated list of addresses or networks',
    example: '127.0.0.1,10.0.0.0/8',
  },
  CORS_ORIGINS: {
    schema: list.refine((items) => items.every(origin)),
    problem: 'must be a comma-separated list of origins',
    example: 'https://app.example.org',
  },
  URL_UPLOAD_ALLOW: {
    schema: list.refine((items) => items.every(isAllowListEntry)),
    problem: 'must be a comma-separated list of host names, addresses or networks',
    example: 'nas.lan,192.168.1.0/24',
  },
  LOG_LEVEL: {
    schema: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']),
    problem: 'must be trace, debug, info, warn, error or silent',
    example: 'info',
  },
  S3_ACCESS_KEY_ID: {
    schema: z.string().regex(/^[\w-]{3,128}$/),
    problem: 'must have 3 to 128 letters, digits, hyphens or underscores',
    example: 'satchel',
  },
  S3_SECRET_ACCESS_KEY: {
    schema: z.string().min(16).max(256),
    problem: 'must have at least 16 characters',
    example: 'a-long-random-string',
  },
  EMBEDDED_STORE: {
    schema: z.enum(['on', 'off']),
    problem: 'must be on or off',
    example: 'on',
  },
  SHUTDOWN_GRACE_SECONDS: {
    schema: z
      .string()
      .regex(/^\d{1,4}$/)
      .transform(Number)
      .refine((seconds) => seconds <= 3600),
    problem: 'must be a whole number from 0 to 3600',
    example: '30',
  },
} as const;

type Variable = keyof typeof variables;
type Values = { [Name in Variable]?: z.output<(typeof variables)[Name]['schema']> | undefined };

/** Pages that may call the server: on another origin for content, the web app is a stranger too. */
export function corsOriginsOf({ corsOrigins, contentUrl, publicUrl }: Config): string[] {
  return contentUrl !== undefined && publicUrl !== undefined
    ? [publicUrl, ...corsOrigins]
    : [...corsOrigins];
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
  for (const [variable, { schema, problem, example }] of Object.entries(variables)) {
    const text = env[variable]?.trim();
    if (!text) continue;
    const result = schema.safeParse(text);
    if (result.success) values[variable] = result.data;
    else problems.push({ variable, problem, example });
  }
  // Each replica would make a key of its own, and none could read what another has encrypted.
  if (values.DATABASE_URL && !env.SECRET_KEY?.trim()) {
    const { example } = variables.SECRET_KEY;
    const problem = 'is needed with DATABASE_URL, and is the same on every replica';
    problems.push({ variable: 'SECRET_KEY', problem, example });
  }
  problems.push(...findContentUrlProblems(values as Values));
  if (problems.length > 0) throw new ConfigError(problems);
  return toConfig(values as Values, workingDirectory);
}

/** The two are told apart by the `Host` of a request, port included. */
function findContentUrlProblems({ PUBLIC_URL, CONTENT_URL }: Values): readonly ConfigProblem[] {
  if (CONTENT_URL === undefined) return [];
  const { example, problem } = variables.CONTENT_URL;
  if (PUBLIC_URL === undefined) {
    return [{ variable: 'CONTENT_URL', problem: 'needs PUBLIC_URL to be set too', example }];
  }
  const isSame = new URL(PUBLIC_URL).host === new URL(CONTENT_URL).host;
  return isSame ? [{ variable: 'CONTENT_URL', problem, example }] : [];
}

function toConfig(values: Values, workingDirectory: string): Config {
  const dataDirectory = values.DATA_DIR ?? 'data';
  return {
    port: values.PORT ?? 8787,
    host: values.HOST ?? 'localhost',
    dataDirectory: isAbsolute(dataDirectory)
      ? dataDirectory
      : resolve(workingDirectory, dataDirectory),
    adminUsername: values.ADMIN_USERNAME ?? 'admin',
    adminPassword: values.ADMIN_PASSWORD,
    publicUrl: values.PUBLIC_URL,
    contentUrl: values.CONTENT_URL,
    databaseUrl: values.DATABASE_URL,
    secretKey: values.SECRET_KEY,
    trustedProxies: values.TRUSTED_PROXIES ?? [],
    corsOrigins: values.CORS_ORIGINS ?? [],
    urlUploadAllow: values.URL_UPLOAD_ALLOW ?? [],
    logLevel: values.LOG_LEVEL ?? 'warn',
    s3AccessKeyId: values.S3_ACCESS_KEY_ID,
    s3SecretAccessKey: values.S3_SECRET_ACCESS_KEY,
    hasEmbeddedStore: (values.EMBEDDED_STORE ?? (values.DATABASE_URL ? 'off' : 'on')) === 'on',
    shutdownGraceMs: (values.SHUTDOWN_GRACE_SECONDS ?? 30) * 1000,
  };
}
