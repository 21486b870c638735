import type { Principal } from '@satchel/api-client/permissions';
import { normalizePath } from '@satchel/permissions';

/** The uppermost directory that somebody may see: keys are confined to their base path (SPEC 6). */
export function homeOf(principal: Principal): string {
  const base = normalizePath(principal.kind === 'apiKey' ? principal.basePath : '/');
  return base.ok ? base.path : '/';
}
