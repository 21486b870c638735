import { LRUCache } from 'lru-cache';
import type { Clock } from '#clock';
import type { RefusedLogIn } from '#security/audit-trail.ts';
import { orderedId } from '#security/random.ts';
import { toEvent } from './event.ts';
import type { AuditRepository, NewAuditEvent } from './repository.ts';

/** Time for which refusals are counted before they are written. */
const WRITE_AFTER_MS = 5000;
/** Time within which a repeated refusal raises the count of its existing event. */
const SAME_EVENT_MS = 60 * 60 * 1000;
/** Maximum number of events per hour; further addresses are counted together. */
const MAX_EVENTS = 200;

interface Refusals {
  readonly logIn: Omit<RefusedLogIn, 'source'> & { readonly source: string | null };
  readonly firstAt: Date;
  lastAt: Date;
  count: number;
}

/** Counts refused log-ins, which may arrive at any rate, and writes them every few seconds. */
export function createRefusedLogIns(
  repository: Pick<AuditRepository, 'count'>,
  clock: Clock,
  onError: (error: unknown) => void,
) {
  /** Events of the last hour, by kind of credential, source and target. */
  const known = new LRUCache<string, { readonly id: string; readonly atMs: number }>({
    max: MAX_EVENTS * 2,
  });
  let pending = new Map<string, Refusals>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  const knownEvent = (key: string) => {
    const event = known.get(key);
    return event && clock.now().getTime() - event.atMs < SAME_EVENT_MS ? event : undefined;
  };
  const countNew = () => {
    const since = clock.now().getTime() - SAME_EVENT_MS;
    return [...known.values()].filter(({ atMs }) => atMs > since).length;
  };

  const write = async () => {
    const refusals = pending;
    pending = new Map();
    const added: NewAuditEvent[] = [];
    const again: { id: string; count: number; lastAt: Date }[] = [];
    for (const [key, { logIn, firstAt, lastAt, count }] of refusals) {
      const event = knownEvent(key);
      if (event) again.push({ id: event.id, count, lastAt });
      else {
        const id = orderedId();
        known.set(key, { id, atMs: firstAt.getTime() });
        added.push({ ...eventOf(logIn, firstAt), id, lastAt, occurrences: count });
      }
    }
    if (refusals.size > 0) await repository.count(added, again);
  };
  /** Writes the counted refusals. */
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(write).catch(onError);
    return writing;
  };

  return {
    note(logIn: RefusedLogIn) {
      const { credential, target, source } = logIn;
      const own = `${credential} ${source} ${target ?? ''}`;
      const isOneMore = !pending.has(own) && !knownEvent(own);
      // Pending new refusals will become events, too.
      const isTooMany = isOneMore && countNew() + pending.size >= MAX_EVENTS;
      const key = isTooMany ? credential : own;
      const now = clock.now();
      const counted = pending.get(key);
      if (counted) {
        counted.count += 1;
        counted.lastAt = now;
      } else {
        const shown = isTooMany ? { credential, source: null } : logIn;
        pending.set(key, { logIn: shown, firstAt: now, lastAt: now, count: 1 });
      }
      timer ??= setTimeout(() => void flush(), WRITE_AFTER_MS).unref();
    },
    flush,
  };
}

function eventOf({ credential, target, source, agent }: Refusals['logIn'], at: Date) {
  return toEvent(
    { action: 'sessions.refused', target, details: { credential } },
    { kind: 'anonymous', id: null, name: null },
    { source, agent },
    at,
  );
}
