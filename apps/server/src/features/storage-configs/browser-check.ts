import { STORAGE_PRESETS } from '@satchel/api-client/contract/storage-presets';
import { type BrowserReply, requestAsBrowser } from '#object-store/diagnosis/browser-requests.ts';
import {
  explainStorageError,
  explainStorageReply,
} from '#object-store/diagnosis/storage-failure.ts';
import type { BucketTestResult, CheckContext } from './check-context.ts';
import type { Finding } from './test-speaker.ts';

type Cors = BucketTestResult['result']['cors'];
type Simulation = BucketTestResult['result']['frontendSim'];
type StepName = 'step1' | 'step2' | 'step3';

/** Lifetime of the test's URLs: as short as possible, but enough for a slow storage. */
const URL_SECONDS = 60;

interface Seen {
  readonly cors: Cors;
  readonly frontendSim: Simulation;
  /** Clock of the storage minus the server's; null if the storage sent no time. */
  readonly skewSeconds: number | null;
}

/** Presigned URLs of one object, and the headers that a page sends with its PUT. */
interface Target {
  readonly key: string;
  readonly putUrl: string;
  readonly getUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly isSameOrigin: boolean;
}

/** Tests an upload's preflight, uploads and downloads by presigned URLs, and the storage's clock. */
export async function checkAsBrowser(context: CheckContext): Promise<Seen> {
  const { speaker, now } = context;
  const startedAt = now().getTime();
  const key = context.createKey();
  const end = () => ({ testFile: key, totalDuration: now().getTime() - startedAt });
  const clock = createClockWatch(now);
  const target = await sign(context, key).catch(() => undefined);
  if (!target) {
    const problem = speaker.failed('stepUnsigned', 'stepUnsignedMend');
    const step1 = { ...problem, name: speaker.say('step1'), duration: 0 };
    const frontendSim = { ...problem, ...end(), steps: { step1 }, failedAt: 'step1' as const };
    return { cors: { ...problem, uploadSupported: false }, frontendSim, skewSeconds: null };
  }
  const signed = { ...speaker.passed('stepOk'), duration: now().getTime() - startedAt };
  const step1 = { ...signed, name: speaker.say('step1') };
  const cors = await checkPreflight(context, target, clock.note);
  const step2 = await timeStep(context, 'step2', () => upload(context, target, cors, clock.note));
  const isStored = step2.success && !step2.isUnchecked;
  const step3 = isStored
    ? await timeStep(context, 'step3', () => download(context, target))
    : undefined;
  await context.probe.remove(key, context.cleanupLimit()).catch(() => undefined);

  const { isUnchecked, ...shownStep2 } = step2;
  const failure = [shownStep2, step3].find((step) => step?.success === false);
  const finding = failure
    ? { success: false, error: failure.error, note: failure.note }
    : speaker.passed(isUnchecked ? 'ownAddress' : 'browserOk');
  const steps = { step1, step2: shownStep2, ...(step3 ? { step3 } : {}) };
  const failedAt: StepName = failure === step3 ? 'step3' : 'step2';
  const frontendSim = { ...finding, ...end(), steps, ...(failure ? { failedAt } : {}) };
  // The embedded store uses the server's own clock.
  const skewSeconds = context.config.isEmbedded ? 0 : clock.skewSeconds();
  return { cors, frontendSim, skewSeconds };
}

async function sign(
  { store, origin, contentOrigin, config }: CheckContext,
  key: string,
): Promise<Target> {
  const expiresInSeconds = URL_SECONDS;
  const putUrl = await store.presignPut(key, { expiresInSeconds, origin });
  const getUrl = await store.presignGet(key, {
    expiresInSeconds,
    origin: contentOrigin,
    contentType: 'text/plain',
    contentDisposition: 'attachment',
  });
  const preset = STORAGE_PRESETS.find((known) => known.provider_type === config.providerType);
  const headers = { 'content-type': 'text/plain', ...preset?.put_headers };
  return { key, putUrl, getUrl, headers, isSameOrigin: new URL(putUrl).origin === origin };
}

/** Checks a PUT by the CORS rules of the Fetch standard, as strictly as a browser. */
async function checkPreflight(
  context: CheckContext,
  { putUrl, headers, isSameOrigin }: Target,
  noteReply: (reply: BrowserReply) => void,
): Promise<Cors> {
  const { speaker, origin } = context;
  if (origin.startsWith('https:') && putUrl.startsWith('http:')) {
    return { ...speaker.failed('corsMixed', 'corsMixedMend'), uploadSupported: false };
  }
  if (isSameOrigin) return { ...speaker.passed('corsSameOrigin'), uploadSupported: true };
  const names = Object.keys(headers).map((name) => name.toLowerCase());
  try {
    const reply = await requestAsBrowser(putUrl, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'PUT',
        'access-control-request-headers': names.sort().join(','),
      },
      signal: context.limit(),
    });
    noteReply(reply);
    const finding = judgePreflight(context, reply, names);
    return { ...finding, ...shownHeaders(reply), uploadSupported: finding.success };
  } catch (error) {
    return { ...speaker.failedBy(explainStorageError(error)), uploadSupported: false };
  }
}

function judgePreflight({ speaker, origin }: CheckContext, reply: BrowserReply, names: string[]) {
  const { status, headers, code } = reply;
  const isOk = status >= 200 && status < 300;
  if (!allowsOrigin(headers, origin)) {
    return isOk
      ? speaker.failed('corsOrigin', 'corsMend')
      : speaker.failed('corsStatus', 'corsMend', { code });
  }
  if (!isOk) return speaker.failed('corsStatus', 'corsMend', { code });
  if (!listsName(headers.get('access-control-allow-methods'), 'put')) {
    return speaker.failed('corsMethod', 'corsMend');
  }
  const allowed = headers.get('access-control-allow-headers');
  const refused = names.filter((name) => !listsName(allowed, name));
  return refused.length > 0
    ? speaker.failed('corsHeaders', 'corsMend', { headers: refused.join(', ') })
    : speaker.passed('corsOk');
}

function shownHeaders({ status, headers }: BrowserReply) {
  return {
    statusCode: status,
    allowOrigin: headers.get('access-control-allow-origin'),
    allowMethods: headers.get('access-control-allow-methods'),
    allowHeaders: headers.get('access-control-allow-headers'),
    maxAge: headers.get('access-control-max-age'),
  };
}

interface UploadFinding extends Finding {
  /** True if the server could not reach the storage this way, which says nothing about browsers. */
  readonly isUnchecked: boolean;
}

async function upload(
  context: CheckContext,
  { putUrl, headers, isSameOrigin }: Target,
  cors: Cors,
  noteReply: (reply: BrowserReply) => void,
): Promise<UploadFinding> {
  const { speaker, origin, text, config } = context;
  const finish = (finding: Finding) => ({ ...finding, isUnchecked: false });
  if (!cors.success)
    return finish({ ...speaker.failed('stepBlocked', 'corsMend'), note: cors.note });
  try {
    const reply = await requestAsBrowser(putUrl, {
      method: 'PUT',
      headers: { ...headers, origin },
      body: text,
      signal: context.limit(),
    });
    noteReply(reply);
    const failure = judgeReply(context, reply, isSameOrigin);
    if (failure) return finish(failure);
    const exposed = reply.headers.get('access-control-expose-headers');
    if (reply.headers.has('etag') && (isSameOrigin || listsName(exposed, 'etag'))) {
      return finish(speaker.passed('stepOk'));
    }
    return finish(speaker.failed('corsEtag', 'corsMend'));
  } catch (error) {
    if (config.isEmbedded) return { ...speaker.passed('ownAddress'), isUnchecked: true };
    return finish(speaker.failedBy(explainStorageError(error)));
  }
}

async function download(context: CheckContext, { getUrl, isSameOrigin }: Target): Promise<Finding> {
  const { speaker, origin, text } = context;
  try {
    const reply = await requestAsBrowser(getUrl, {
      method: 'GET',
      headers: { origin },
      signal: context.limit(),
    });
    const failure = judgeReply(context, reply, isSameOrigin);
    if (failure) return failure;
    return reply.text === text
      ? speaker.passed('stepOk')
      : speaker.failed('stepDiffers', 'stepDiffersMend');
  } catch (error) {
    return speaker.failedBy(explainStorageError(error));
  }
}

/** Problem that keeps a page from using this reply, if any. */
function judgeReply(
  { speaker, origin }: CheckContext,
  { status, headers, code }: BrowserReply,
  isSameOrigin: boolean,
): Finding | undefined {
  if (status < 200 || status >= 300) return speaker.failedBy(explainStorageReply(status, code));
  if (!isSameOrigin && !allowsOrigin(headers, origin)) {
    return speaker.failed('corsOrigin', 'corsMend');
  }
  return undefined;
}

async function timeStep<Found extends Finding>(
  { speaker, now }: CheckContext,
  name: StepName,
  work: () => Promise<Found>,
) {
  const startedAt = now().getTime();
  const finding = await work();
  return { ...finding, name: speaker.say(name), duration: now().getTime() - startedAt };
}

function allowsOrigin(headers: Headers, origin: string): boolean {
  const allowed = headers.get('access-control-allow-origin');
  return allowed === '*' || allowed === origin;
}

/**
 * True if the list of a CORS header contains a name; `*` means all of them, because no credentials are
 * sent.
 */
function listsName(list: string | null, name: string): boolean {
  const names = (list ?? '').split(',').map((item) => item.trim().toLowerCase());
  return names.includes('*') || names.includes(name);
}

/** Compares the `Date` header of the first reply with the time of its arrival. */
function createClockWatch(now: () => Date) {
  let skewSeconds: number | null = null;
  return {
    note({ headers }: BrowserReply) {
      const date = Date.parse(headers.get('date') ?? '');
      if (skewSeconds === null && !Number.isNaN(date)) {
        skewSeconds = Math.round((date - now().getTime()) / 1000);
      }
    },
    skewSeconds: () => skewSeconds,
  };
}
