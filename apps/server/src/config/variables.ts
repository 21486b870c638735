import { z } from 'zod';
import { DEFAULT_BUFFER_BYTES } from '#concurrency/buffer-budget.ts';
import { DEFAULT_POSTGRES_POOL } from '#database/postgres-connection.ts';
import { isAllowListEntry } from '#security/safe-fetch/allow-list.ts';
import { isProxyEntry } from '#telemetry/trusted-proxies.ts';
import { commaList, webOrigin, webOrigins, webUrl, wholeNumber } from './value-schemas.ts';

/** Sections in the order of the reference. */
export const SECTIONS = {
  server: 'The server',
  data: 'Database and objects',
  network: 'Network',
  operation: 'Operation',
} as const;

/** Variable of the environment: how it is parsed, and its text in `docs/configuration.md`. */
export interface Variable {
  /** Parses the text, which is trimmed and not empty. */
  readonly schema: z.ZodType<unknown, string>;
  /** Rule for a good value: "must be …". It never contains the bad value. */
  readonly problem: string;
  readonly example: string;
  readonly section: keyof typeof SECTIONS;
  /** Value while the variable is unset, for the reference. */
  readonly fallback: string;
  /** Value while the variable is unset, for the program. */
  readonly standard?: number;
  /** Purpose, in a sentence or two. */
  readonly meaning: string;
  /** True if the variable with the suffix `_FILE` may name a file with the value. */
  readonly isSecret?: boolean;
}

/** Every variable that an operator can set. */
export const variables = {
  PORT: {
    ...wholeNumber(0, 65_535, 8787),
    example: '8787',
    section: 'server',
    meaning: 'Where the server listens; `0` takes any free port.',
  },
  HOST: {
    schema: z.string().regex(/^[\w.:-]+$/),
    problem: 'must be a host name or an IP address',
    example: '0.0.0.0',
    section: 'server',
    fallback: '`localhost`',
    meaning: 'The address to listen on; `0.0.0.0` for the whole network.',
  },
  DATA_DIR: {
    schema: z.string().refine((path) => !path.includes('\0')),
    problem: 'must be a path of the file system',
    example: './data',
    section: 'data',
    fallback: '`data`, where the server is started',
    meaning: 'The folder of the database, of the objects and of what was generated.',
  },
  ADMIN_USERNAME: {
    schema: z.string().regex(/^[^\s:\p{Cc}]{1,64}$/u),
    problem: 'must have 1 to 64 characters, without spaces and colons',
    example: 'admin',
    section: 'server',
    fallback: '`admin`',
    meaning: 'The name of the first administrator. Used by the first start only.',
  },
  ADMIN_PASSWORD: {
    schema: z.string().min(8).max(1024),
    problem: 'must have 8 to 1024 characters',
    example: 'correct-horse-battery',
    section: 'server',
    fallback: 'generated, and shown once',
    meaning: 'The password of the first administrator. Used by the first start only.',
    isSecret: true,
  },
  PUBLIC_URL: {
    schema: webOrigin,
    problem: 'must be an http or https address without a path',
    example: 'https://share.example.org',
    section: 'server',
    fallback: 'taken from each request',
    meaning: 'The address that users see.',
  },
  CONTENT_URL: {
    schema: webOrigin,
    problem: 'must be an http or https address without a path, and another host than PUBLIC_URL',
    example: 'https://share-content.example.net',
    section: 'server',
    fallback: 'none',
    meaning:
      'Another host that leads to this server: what users have uploaded is served from there, and from nowhere else.',
  },
  UPLOAD_URL: {
    schema: webOrigins,
    problem: 'must be a comma-separated list of http or https addresses without a path',
    example: 'https://upload.example.org',
    section: 'server',
    fallback: 'none',
    meaning:
      'Other hosts that lead to this server: browsers send files to the embedded store there, so that uploads get connections of their own. They answer nothing else.',
  },
  DATABASE_URL: {
    schema: z.string().refine((value) => URL.canParse(value) && /^postgres(ql)?:/.test(value)),
    problem: 'must be a PostgreSQL connection URL',
    example: 'postgresql://satchel:secret@localhost:5432/satchel',
    section: 'data',
    fallback: 'SQLite in `DATA_DIR`',
    meaning: 'PostgreSQL. Any number of replicas may share it.',
    isSecret: true,
  },
  DATABASE_POOL_SIZE: {
    ...wholeNumber(1, 500, DEFAULT_POSTGRES_POOL.size),
    example: '20',
    section: 'data',
    meaning:
      'How many connections a server keeps to PostgreSQL for its queries. A few more listen for changes: all replicas together have to stay below its `max_connections`.',
  },
  DATABASE_CONNECT_TIMEOUT_SECONDS: {
    ...wholeNumber(1, 300, DEFAULT_POSTGRES_POOL.connectTimeoutMs / 1000),
    example: '5',
    section: 'data',
    meaning:
      'How long a query waits for a connection to PostgreSQL, be it a new one or a free one of the pool, before it fails.',
  },
  DATABASE_STATEMENT_TIMEOUT_SECONDS: {
    ...wholeNumber(0, 3600, DEFAULT_POSTGRES_POOL.statementTimeoutMs / 1000),
    example: '30',
    section: 'data',
    meaning:
      'How long PostgreSQL works on one statement before it gives up; `0` for any time. Migrations take the time they need.',
  },
  SECRET_KEY: {
    schema: z.string().min(32).max(1024),
    problem: 'must have 32 to 1024 characters',
    example: '6f1c0a…, from `openssl rand -hex 32`',
    section: 'data',
    fallback: 'generated into `DATA_DIR`',
    meaning:
      'Encrypts the secrets of storages and webhooks, and signs links to content. Needed with PostgreSQL, and the same on every replica.',
    isSecret: true,
  },
  TRUSTED_PROXIES: {
    schema: commaList.refine((items) => items.every(isProxyEntry)),
    problem: 'must be a comma-separated list of addresses or networks',
    example: '127.0.0.1,10.0.0.5',
    section: 'network',
    fallback: 'none',
    meaning: 'Addresses and networks whose `X-Forwarded-*` headers are believed.',
  },
  CORS_ORIGINS: {
    schema: webOrigins,
    problem: 'must be a comma-separated list of origins',
    example: 'https://app.example.org',
    section: 'network',
    fallback: 'none',
    meaning: 'Other sites whose pages may call the API.',
  },
  URL_UPLOAD_ALLOW: {
    schema: commaList.refine((items) => items.every(isAllowListEntry)),
    problem: 'must be a comma-separated list of host names, addresses or networks',
    example: 'nas.lan,192.168.1.0/24',
    section: 'network',
    fallback: 'none',
    meaning: 'Hosts and networks off the public internet that URL uploads may read.',
  },
  LOG_LEVEL: {
    schema: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']),
    problem: 'must be trace, debug, info, warn, error or silent',
    example: 'info',
    section: 'operation',
    fallback: '`warn`',
    meaning: 'The least that is written to the log. Secrets are never logged.',
  },
  S3_ACCESS_KEY_ID: {
    schema: z.string().regex(/^[\w-]{3,128}$/),
    problem: 'must have 3 to 128 letters, digits, hyphens or underscores',
    example: 'satchel',
    section: 'data',
    fallback: 'generated',
    meaning: 'The access key of the embedded store below `/s3`.',
    isSecret: true,
  },
  S3_SECRET_ACCESS_KEY: {
    schema: z.string().min(16).max(256),
    problem: 'must have 16 to 256 characters',
    example: 'a-long-random-string',
    section: 'data',
    fallback: 'generated',
    meaning: 'The secret of that access key.',
    isSecret: true,
  },
  EMBEDDED_STORE: {
    schema: z.enum(['on', 'off']),
    problem: 'must be on or off',
    example: 'on',
    section: 'data',
    fallback: '`on`; with PostgreSQL `off`',
    meaning:
      'Whether objects may lie in `DATA_DIR`. Of all processes on one database it may be `on` in one.',
  },
  SESSION_MAX_DAYS: {
    ...wholeNumber(1, 3650, 30),
    example: '7',
    section: 'operation',
    meaning:
      'After how many days an administrator has to log in again, however much the session is used. One that is not used ends after a day.',
  },
  METRICS_TOKEN: {
    schema: z.string().regex(/^[\w.~+/=-]{16,256}$/),
    problem: 'must have 16 to 256 letters, digits and `-._~+/=`',
    example: '9b1d7c…, from `openssl rand -hex 32`',
    section: 'operation',
    fallback: 'none, and `/metrics` is not there',
    meaning: 'What Prometheus sends as its bearer token to read `/metrics`.',
    isSecret: true,
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    schema: webUrl,
    problem: 'must be an http or https address',
    example: 'http://collector.lan:4318',
    section: 'operation',
    fallback: 'none, and nothing is traced',
    meaning:
      'A collector of OpenTelemetry that takes traces over OTLP/HTTP. `OTEL_SERVICE_NAME`, `OTEL_RESOURCE_ATTRIBUTES` and `OTEL_EXPORTER_OTLP_HEADERS` mean what OpenTelemetry says.',
  },
  OTEL_TRACES_SAMPLER_ARG: {
    schema: z
      .string()
      .regex(/^(0|1|[01]?\.\d{1,9}|[01]\.)$/)
      .transform(Number)
      .refine((ratio) => ratio <= 1),
    problem: 'must be a number from 0 to 1',
    example: '0.1',
    section: 'operation',
    fallback: '`1`',
    meaning: 'The share of requests that are traced, where no trusted proxy has decided.',
  },
  RATE_LIMIT_PER_MINUTE: {
    ...wholeNumber(0, 1_000_000, 6000),
    example: '6000',
    section: 'operation',
    meaning:
      'How many calls that need no credential one IPv4 address, or one IPv6 /64, may make in a minute, on each replica; `0` for any number. The machine itself may make any number.',
  },
  OVERLOAD_DELAY_MS: {
    ...wholeNumber(0, 60_000, 5000),
    example: '5000',
    section: 'operation',
    meaning:
      'How far the event loop may lag, on average over a second, before new requests are answered with 503 until it has caught up; `0` to answer all.',
  },
  MAX_CONNECTIONS: {
    ...wholeNumber(0, 1_000_000, 20_000),
    example: '20000',
    section: 'operation',
    meaning:
      'How many connections may be open; further ones are closed at once. `0` for as many as the system allows.',
  },
  BUFFER_MEMORY_MIB: {
    ...wholeNumber(16, 65_536, DEFAULT_BUFFER_BYTES / 1024 ** 2),
    example: '96',
    section: 'operation',
    meaning:
      'Memory in MiB for parts of uploads, copies between storages, originals of thumbnails and small files of archives, all together. Uploads to one storage take two thirds at most. A request that waits for it longer than 10 s is answered with 503.',
  },
  SHUTDOWN_DELAY_SECONDS: {
    ...wholeNumber(0, 3600, 0),
    example: '10',
    section: 'operation',
    meaning:
      'Time in which a stopping server still takes requests, while `/api/health/ready` says that it is stopping. Longer than the load balancer takes to notice.',
  },
  SHUTDOWN_GRACE_SECONDS: {
    ...wholeNumber(0, 3600, 30),
    example: '30',
    section: 'operation',
    meaning: 'How long running requests may take to end when the server is stopped.',
  },
} as const satisfies Readonly<Record<string, Variable>>;
