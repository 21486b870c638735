import { archiveEntries } from '@satchel/api-client/contract/file-system-archives';
import type { FastifyInstance } from 'fastify';
import { setContentHeaders } from '#http/content/content-headers.ts';
import { type HttpDependencies, mountStreamEndpoint } from '#http/contract/mount-endpoint.ts';
import type { FileSystemService } from '../service.ts';

export function fileSystemArchiveRoutes(
  app: FastifyInstance,
  http: HttpDependencies,
  { archiving }: FileSystemService,
): void {
  mountStreamEndpoint(app, http, archiveEntries, async (call) => {
    const { caller, query, signal, isHead, reply } = call;
    const archive = await archiving.archive(caller, query.path, signal);
    const { filename } = archive;
    setContentHeaders(reply, { filename, contentType: 'application/zip', isDownload: true });
    reply.header('accept-ranges', 'none').header('cache-control', 'private, no-store');
    return reply.send(isHead ? undefined : archive.open(signal));
  });
}
