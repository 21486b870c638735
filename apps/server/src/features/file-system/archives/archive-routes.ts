import { archiveEntries } from '@satchel/api-client/contract/file-system-archives';
import type { FastifyInstance } from 'fastify';
import { sendArchive } from '#http/content/send-archive.ts';
import { type HttpDependencies, mountStreamEndpoint } from '#http/contract/mount-endpoint.ts';
import type { FileSystemService } from '../service.ts';

export function fileSystemArchiveRoutes(
  app: FastifyInstance,
  http: HttpDependencies,
  { archiving }: FileSystemService,
): void {
  mountStreamEndpoint(app, http, archiveEntries, async (call) => {
    const { caller, query, signal } = call;
    const { filename, plan } = await archiving.archive(caller, query.path, signal);
    return sendArchive(call, plan, { filename, cacheControl: 'private, no-cache' });
  });
}
