import type { Clock } from '#clock';
import type { ApiKeyService } from '#features/api-keys/service.ts';
import type { AuditTrail } from '#security/audit-trail.ts';
import type { ViewCounter } from '#share-rules/view-counter.ts';
import type { ThrottleService } from '#throttles/throttles.ts';
import type { TextShareRepository } from './repository.ts';
import type { ShareMemory } from './share-memory.ts';

/** Dependencies of the services of text shares. */
export interface TextShareDependencies {
  readonly repository: TextShareRepository;
  readonly apiKeys: ApiKeyService;
  readonly memory: ShareMemory;
  readonly counter: ViewCounter;
  readonly throttles: ThrottleService;
  /** Counts wrong passwords. */
  readonly refusals: Pick<AuditTrail, 'refused'>;
  readonly clock: Clock;
}
