import {
  deleteFileShares,
  getFileShare,
  listFileShares,
  updateFileShare,
} from '@satchel/api-client/contract/file-shares';
import { acceptUploads } from '#http/content/upload-form.ts';
import { presentFailed } from '#http/contract/item-results.ts';
import { type HttpDependencies, mountEndpoint } from '#http/contract/mount-endpoint.ts';
import { pageAt, presentKeyInfo } from '#http/contract/pagination.ts';
import { fileShareContentRoutes } from './content/content-routes.ts';
import type { FileSharePresenter } from './presenter.ts';
import type { FileShareService } from './service.ts';
import {
  resumableStreamRoutes,
  resumableUploadRoutes,
} from './uploads/resumable/resumable-routes.ts';
import {
  fileShareMultipartRoutes,
  fileShareStreamRoutes,
  fileShareUploadRoutes,
} from './uploads/upload-routes.ts';

export interface FileShareRouteDependencies {
  readonly fileShares: FileShareService;
  readonly present: FileSharePresenter;
}

export async function fileShareRoutes(
  http: HttpDependencies,
  { fileShares, present }: FileShareRouteDependencies,
): Promise<void> {
  fileShareContentRoutes(http, fileShares, present);
  fileShareUploadRoutes(http, fileShares, present);
  fileShareMultipartRoutes(http, fileShares, present);
  resumableUploadRoutes(http, fileShares);
  await http.app.register(async (streams) => {
    // Bodies of any type are streamed to the storage, JSON files too.
    streams.removeAllContentTypeParsers();
    await acceptUploads(streams);
    fileShareStreamRoutes({ ...http, app: streams }, fileShares, present);
    resumableStreamRoutes({ ...http, app: streams }, fileShares, present);
  });

  mountEndpoint(http, listFileShares, async ({ caller, query }) => {
    const { created_by: createdBy, ...narrowed } = query;
    const { limit, offset } = narrowed;
    const { shares, total } = await fileShares.list(caller, { createdBy, ...narrowed });
    const files = [...(await present.rows(shares, caller))];
    const pagination = pageAt(total, limit, offset, shares.length);
    return { data: { files, pagination }, ...presentKeyInfo(caller) };
  });

  mountEndpoint(http, getFileShare, async ({ caller, params, contentOrigin }) =>
    present.owned(await fileShares.get(caller, params.id), caller, contentOrigin),
  );

  mountEndpoint(http, updateFileShare, async ({ caller, params, body }) => {
    await fileShares.update(caller, params.id, body);
    return null;
  });

  mountEndpoint(http, deleteFileShares, async (call) => {
    const { caller, body, language, signal } = call;
    const named = [...new Set(body.ids)];
    const removal = await fileShares.remove(caller, named, body.delete_mode, signal);
    const { removed: ids, files } = removal;
    const [target, ...others] = files;
    const details = others.length > 0 ? { others } : {};
    if (target !== undefined) await http.audit(call, { action: 'files.deleted', target, details });
    if (ids.length > 0)
      await http.audit(call, { action: 'shares.files_deleted', details: { ids } });
    return { success: ids.length, failed: presentFailed(removal.failed, language) };
  });
}
