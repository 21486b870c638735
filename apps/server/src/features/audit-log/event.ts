import type { AuditAction, AuditArea } from '@satchel/api-client/contract/audit-log';
import type { Act } from '#security/audit-trail.ts';
import type { Caller } from '#security/caller.ts';
import { orderedId } from '#security/random.ts';
import type { NewAuditEvent } from './repository.ts';

const MAX_TARGET_LENGTH = 1024;
const MAX_AGENT_LENGTH = 300;
const MAX_LISTED = 50;

export interface AuditActor {
  readonly kind: 'admin' | 'api_key' | 'anonymous' | 'operator';
  readonly id: string | null;
  readonly name: string | null;
}

/** Act in its stored form; texts whose length callers choose are cut. */
export function toEvent(
  { action, target, details }: Act,
  actor: AuditActor,
  from: { readonly source: string | null; readonly agent?: string | undefined },
  at: Date,
): NewAuditEvent {
  return {
    id: orderedId(),
    at,
    lastAt: at,
    action,
    area: areaOf(action),
    outcome: action === 'sessions.refused' ? 'failure' : 'success',
    actorKind: actor.kind,
    actorId: actor.id,
    actorName: actor.name,
    source: from.source,
    agent: cut(from.agent, MAX_AGENT_LENGTH),
    target: cut(target, MAX_TARGET_LENGTH),
    details: details ? JSON.stringify(shorten(details)) : null,
    occurrences: 1,
  };
}

export function actorOf(caller: Caller): AuditActor {
  if (caller.kind === 'anonymous') return { kind: 'anonymous', id: null, name: null };
  const kind = caller.kind === 'admin' ? 'admin' : 'api_key';
  return { kind, id: caller.id, name: caller.name };
}

function areaOf(action: AuditAction): AuditArea {
  return action.slice(0, action.indexOf('.')) as AuditArea;
}

function shorten(details: NonNullable<Act['details']>) {
  return Object.fromEntries(
    Object.entries(details).map(([name, value]) => [
      name,
      Array.isArray(value)
        ? value.slice(0, MAX_LISTED).map((each) => cut(each, MAX_TARGET_LENGTH))
        : typeof value === 'string'
          ? cut(value, MAX_TARGET_LENGTH)
          : value,
    ]),
  );
}

/** Characters that change how a terminal or a page shows the text around them. */
const HIDDEN = /[\p{Cc}\p{Bidi_Control}]/gu;

/** Cuts a text. PostgreSQL refuses half surrogate pairs. */
function cut(text: string | undefined, length: number): string | null {
  if (text === undefined) return null;
  return text.slice(0, length).replace(HIDDEN, '').toWellFormed();
}
