import { explainStorageError } from '#object-store/diagnosis/storage-failure.ts';
import { RESERVED_PREFIX } from '#object-store/reserved-keys.ts';
import { randomAlphanumeric } from '#security/random.ts';
import { checkAsBrowser } from './browser-check.ts';
import type { BucketTest, CheckContext, TriedBucket } from './check-context.ts';
import type { StorageConfig } from './repository.ts';
import { createSpeaker, type Finding, type Speaker } from './test-speaker.ts';

type Result = TriedBucket['result'];

const PROBE_TEXT = 'satchel probe';
const RANGE = { start: 8, end: 12 };
/** Clock deviation that a test reports; storages refuse requests from 15 minutes on. */
const MAX_SKEW_SECONDS = 300;

/** Tests every operation that the product needs of a bucket, and describes the results. */
export async function testBucket(test: BucketTest): Promise<TriedBucket> {
  const context = createContext(test);
  const { speaker } = context;
  const { canGoOn, ...read } = await checkRead(context);
  const result = canGoOn ? await checkTheRest(context) : skipTheRest(speaker);
  const checks: readonly Finding[] = [read, ...Object.values(result)];
  const success = checks.every((check) => check.success);
  const globalNote = speaker.say(success ? 'allWell' : 'mendAndRepeat');
  const connectionInfo = describeConnection(test.config);
  return { success, result: { read, ...result, connectionInfo, globalNote } };
}

function createContext(test: BucketTest): CheckContext {
  const { config, language, origin, signal, timeoutMs } = test;
  const details = { endpoint: config.endpointUrl, bucket: config.bucketName, origin };
  const cleanupLimit = () => AbortSignal.timeout(timeoutMs);
  return {
    ...test,
    speaker: createSpeaker(language, details),
    text: PROBE_TEXT,
    cleanupLimit,
    limit: () => AbortSignal.any([signal, cleanupLimit()]),
    createKey: createProbeKey,
  };
}

/** Key of a small object, under the server's own prefix, which no mount shows. */
export function createProbeKey(): string {
  return `${RESERVED_PREFIX}tests/${randomAlphanumeric(12)}.txt`;
}

type Rest = Omit<Result, 'read' | 'connectionInfo' | 'globalNote'>;

async function checkTheRest(context: CheckContext): Promise<Rest> {
  const [written, multipart, seen] = await Promise.all([
    checkWrite(context),
    checkMultipart(context),
    checkAsBrowser(context),
  ]);
  const { cors, frontendSim, skewSeconds } = seen;
  const clock = checkClock(context.speaker, skewSeconds);
  return { ...written, multipart, cors, frontendSim, clock };
}

/** Skips the remaining checks if the storage does not answer, instead of waiting seven more times. */
function skipTheRest(speaker: Speaker): Rest {
  const skipped = speaker.skipped();
  const step1 = { ...skipped, name: speaker.say('step1'), duration: 0 };
  return {
    write: skipped,
    range: skipped,
    multipart: skipped,
    cors: { ...skipped, uploadSupported: false },
    frontendSim: { ...skipped, steps: { step1 }, totalDuration: 0, failedAt: 'step1' },
    clock: { ...skipped, skewSeconds: null },
  };
}

async function checkRead(
  context: CheckContext,
): Promise<Result['read'] & { readonly canGoOn: boolean }> {
  const { config, probe, speaker } = context;
  const prefix = config.defaultFolder ? `${config.defaultFolder}/` : '';
  try {
    const { count, first } = await probe.list(prefix, context.limit());
    const firstObjects = first.map(({ lastModified, ...object }) => ({
      ...object,
      lastModified: lastModified?.toISOString() ?? null,
    }));
    const found = { prefix, objectCount: count, firstObjects };
    return { ...speaker.passed('readOk'), ...found, canGoOn: true };
  } catch (error) {
    const failure = explainStorageError(error);
    const canGoOn = failure.problem === 'denied' || failure.problem === 'unsupported';
    return { ...speaker.failedBy(failure), prefix, code: failure.code, canGoOn };
  }
}

async function checkWrite(context: CheckContext): Promise<Pick<Rest, 'write' | 'range'>> {
  const { probe, speaker, now } = context;
  const testFile = context.createKey();
  const startedAt = now().getTime();
  try {
    await probe.put(testFile, context.text, context.limit());
  } catch (error) {
    const failure = explainStorageError(error);
    const write = { ...speaker.failedBy(failure), code: failure.code, testFile };
    return { write, range: speaker.skipped() };
  }
  const uploadTime = now().getTime() - startedAt;
  const range = await checkRange(context, testFile);
  try {
    await probe.remove(testFile, context.cleanupLimit());
    const write = { ...speaker.passed('writeOk'), testFile, uploadTime, cleaned: true };
    return { write, range };
  } catch (error) {
    const { code } = explainStorageError(error);
    const finding = speaker.failed('deleteFailed', 'deleteMend', { code, key: testFile });
    return { write: { ...finding, code, testFile, uploadTime, cleaned: false }, range };
  }
}

async function checkRange({ probe, speaker, text, limit }: CheckContext, key: string) {
  try {
    const { start, end } = RANGE;
    const { isPartial, text: read } = await probe.getRange(key, start, end, limit());
    return isPartial && read === text.slice(start, end + 1)
      ? speaker.passed('rangeOk')
      : speaker.failed('rangeIgnored', 'rangeMend');
  } catch (error) {
    return speaker.failedBy(explainStorageError(error));
  }
}

async function checkMultipart({ probe, speaker, createKey, limit }: CheckContext) {
  try {
    await probe.tryMultipart(createKey(), limit());
    return speaker.passed('multipartOk');
  } catch (error) {
    return speaker.failedBy(explainStorageError(error));
  }
}

function checkClock(speaker: Speaker, skewSeconds: number | null): Result['clock'] {
  if (skewSeconds === null) return { ...speaker.passed('clockUnknown'), skewSeconds };
  const seconds = Math.abs(skewSeconds);
  return seconds <= MAX_SKEW_SECONDS
    ? { ...speaker.passed('clockOk'), skewSeconds }
    : { ...speaker.failed('clockOff', 'clockMend', { seconds }), skewSeconds };
}

function describeConnection(config: StorageConfig): Result['connectionInfo'] {
  return {
    bucket: config.bucketName,
    endpoint: config.endpointUrl,
    region: config.region,
    pathStyle: config.pathStyle,
    provider: config.providerType,
    defaultFolder: config.defaultFolder,
    customHost: config.customHost,
    signatureExpiresIn: config.signatureExpiresIn,
  };
}
