import { randomUUID } from 'node:crypto';
import { systemClock } from '@satchel/server/clock';
import type { Config } from '@satchel/server/config';
import { DOCTOR_HEADER, SEEN_HEADER, type Seen } from '@satchel/server/http/server/answer-doctor';
import { createDoctorToken } from '@satchel/server/http/server/doctor-token';
import type { SecretKey } from '@satchel/server/security/secret-key';
import { advice, type Check, ok, problem, reasonOf } from './check.ts';

const TIMEOUT_MS = 10_000;
/** Larger than the default limit of proxies. */
const LARGE_BODY_BYTES = 2 * 1024 ** 2;

interface Address {
  readonly base: string;
  readonly secretKey: SecretKey;
  readonly signal: AbortSignal;
}

/** Requests pages at the public address, through any proxies in front of the server. */
export async function checkAddress(
  config: Config,
  secretKey: SecretKey,
  signal: AbortSignal,
): Promise<readonly Check[]> {
  const isLocal = ['0.0.0.0', '::'].includes(config.host);
  const base = config.publicUrl ?? `http://${isLocal ? 'localhost' : config.host}:${config.port}`;
  const checks: Check[] = [];
  if (config.publicUrl === undefined) {
    checks.push(
      advice(
        'address',
        'PUBLIC_URL is not set',
        'Set it to the address that users see: links are then right for everybody.',
      ),
    );
  }
  const reached = await reach({ base, secretKey, signal });
  checks.push(...reached.checks);
  if (reached.seen) {
    checks.push(...judgeProxy(base, reached.seen));
    checks.push(...(await checkForwarding({ base, secretKey, signal }, config.hasEmbeddedStore)));
  }
  checks.push(...(await checkContentAddress(config, secretKey, signal)));
  return checks;
}

async function ask(
  { base, secretKey, signal }: Address,
  path: string,
  init: RequestInit = {},
): Promise<Response> {
  const token = createDoctorToken(secretKey, systemClock.now());
  const headers = { ...init.headers, [DOCTOR_HEADER]: token };
  const send = () => {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
    return fetch(`${base}${path}`, { redirect: 'manual', ...init, headers, signal: limit });
  };
  // Retries once, because a connection whose body was refused may close during the next request.
  return send().catch(send);
}

async function reach(address: Address): Promise<{ checks: readonly Check[]; seen?: Seen }> {
  const { base } = address;
  try {
    const reply = await ask(address, '/api/health');
    const header = reply.headers.get(SEEN_HEADER);
    if (header === null) {
      const hint =
        'Check the proxy, and that PUBLIC_URL and SECRET_KEY are those of the running server.';
      return {
        checks: [
          problem('address', `${base} answers ${reply.status}, but not as this Satchel`, hint),
        ],
      };
    }
    return { checks: [ok('address', `${base} leads to this server`)], seen: JSON.parse(header) };
  } catch (error) {
    const hint = 'Is the server running? Check its name, its certificate and the proxy.';
    return { checks: [problem('address', `${base} does not answer: ${reasonOf(error)}`, hint)] };
  }
}

/** Checks how the server sees a request, which affects links, throttles and the log. */
function judgeProxy(base: string, seen: Seen): readonly Check[] {
  const { host, protocol } = new URL(base);
  const checks: Check[] = [];
  if (seen.isProxyUntrusted) {
    const hint = `Set TRUSTED_PROXIES=${seen.peer}: else all visitors count as one, and are throttled together.`;
    checks.push(
      problem('proxy', `Its headers are not believed; everybody comes from ${seen.address}`, hint),
    );
  }
  if (`${seen.protocol}:` !== protocol) {
    const hint = 'Let the proxy send X-Forwarded-Proto, and set TRUSTED_PROXIES.';
    checks.push(problem('proxy', `The server takes ${protocol}// for ${seen.protocol}://`, hint));
  }
  if (seen.host !== host) {
    const hint = 'Let the proxy hand the Host header on, or send X-Forwarded-Host.';
    checks.push(problem('proxy', `The server takes ${host} for ${seen.host}`, hint));
  }
  return checks.length > 0
    ? checks
    : [ok('proxy', `Requests come as they were sent, from ${seen.address}`)];
}

/** Checks large bodies and unusual methods, which proxies refuse unless they are configured to pass them. */
async function checkForwarding(
  address: Address,
  hasEmbeddedStore: boolean,
): Promise<readonly Check[]> {
  const checks: Check[] = [];
  // Requests a missing object, so that nothing is stored, and recognizes the server's answer by its headers.
  const body = new Uint8Array(LARGE_BODY_BYTES);
  const large = await ask(address, `/api/${randomUUID()}`, { method: 'PUT', body }).catch(
    () => undefined,
  );
  if (large?.headers.get(SEEN_HEADER) == null) {
    checks.push(
      problem(
        'proxy',
        `It does not let ${LARGE_BODY_BYTES / 1024 ** 2} MiB through`,
        'Raise its limit of bodies (nginx: client_max_body_size 0).',
      ),
    );
  }
  const dav = await ask(address, '/dav/', { method: 'PROPFIND' }).catch(() => undefined);
  if (dav?.headers.get('www-authenticate') == null) {
    checks.push(
      problem(
        'proxy',
        '/dav does not lead to this server',
        'Forward /dav with all methods, else WebDAV does not work.',
      ),
    );
  }
  if (hasEmbeddedStore) {
    const store = await ask(address, '/s3/').catch(() => undefined);
    if (!store?.headers.get('content-type')?.includes('xml')) {
      checks.push(
        problem(
          'proxy',
          '/s3 does not lead to this server',
          'Forward /s3 unchanged and unbuffered, else uploads fail.',
        ),
      );
    }
  }
  return checks.length > 0 ? checks : [ok('proxy', 'Large bodies, WebDAV and uploads get through')];
}

async function checkContentAddress(
  config: Config,
  secretKey: SecretKey,
  signal: AbortSignal,
): Promise<readonly Check[]> {
  const { contentUrl: base } = config;
  if (base === undefined) {
    return [
      advice(
        'content',
        'What users upload has the address of the app',
        'Set CONTENT_URL to another host that leads here: nothing uploaded can then act for the app.',
      ),
    ];
  }
  const limit = { base, secretKey, signal };
  const reply = await ask(limit, '/api/health').catch(() => undefined);
  if (reply?.headers.get(SEEN_HEADER) != null)
    return [ok('content', `${base} leads to this server`)];
  return [
    problem(
      'content',
      `${base} does not lead to this server`,
      'Point its name here, with a certificate.',
    ),
  ];
}
