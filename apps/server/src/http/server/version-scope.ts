import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ReplicaVersions, VersionScope } from '#cache/replica-versions.ts';

/** However many caches a request reads, it asks the database once whether they are out of date. */
export function askVersionsOnce(app: FastifyInstance, versions: ReplicaVersions): void {
  const scopes = new WeakMap<FastifyRequest, VersionScope>();
  app.addHook('onRequest', (request, _reply, done) => {
    const scope: VersionScope = {};
    scopes.set(request, scope);
    versions.runInScope(scope, done);
  });
  // The body is read on behalf of the connection, and what follows would no longer be in the scope.
  app.addHook('preValidation', (request, _reply, done) => {
    versions.runInScope(scopes.get(request) ?? {}, done);
  });
}
