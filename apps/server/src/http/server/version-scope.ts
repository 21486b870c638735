import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ReplicaVersions, VersionScope } from '#cache/replica-versions.ts';

/**
 * Asks the database once per request whether caches are out of date, even if the request reads several.
 */
export function askVersionsOnce(app: FastifyInstance, versions: ReplicaVersions): void {
  const scopes = new WeakMap<FastifyRequest, VersionScope>();
  app.addHook('onRequest', (request, _reply, done) => {
    const scope: VersionScope = {};
    scopes.set(request, scope);
    versions.runInScope(scope, done);
  });
  // Enters the scope again, because the body is read on behalf of the connection, outside of it.
  app.addHook('preValidation', (request, _reply, done) => {
    versions.runInScope(scopes.get(request) ?? {}, done);
  });
}
