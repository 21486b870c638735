import type { CallerMemory } from '#cache/caller-memory.ts';
import type { Clock } from '#clock';
import type { ApiKeyService } from '#features/api-keys/service.ts';
import type { AuditTrail } from '#security/audit-trail.ts';
import type { ThrottleService } from '#throttles/throttles.ts';
import type { SessionRepository } from './repository.ts';

export interface SessionDependencies {
  readonly repository: SessionRepository;
  readonly apiKeys: ApiKeyService;
  readonly throttles: ThrottleService;
  readonly auditLog: Pick<AuditTrail, 'refused'>;
  /** How long a session lasts at most, however much it is used. */
  readonly maxSessionMs: number;
  readonly onError: (error: unknown) => void;
  readonly memory: CallerMemory;
  readonly clock: Clock;
}
