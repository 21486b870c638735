import type { Bundle } from '@satchel/api-client/contract/bundle-shapes';
import {
  deliveryArchive,
  readDeliveredFile,
} from '@satchel/api-client/contract/delivery-downloads';
import {
  bundleDelivery,
  createUploadRequest,
  deleteDeliveries,
  deleteUploadRequests,
  getUploadRequest,
  listDeliveries,
  listUploadRequests,
  markDeliveriesSeen,
  moveDelivery,
  updateUploadRequest,
} from '@satchel/api-client/contract/upload-requests';
import { sendArchive } from '#http/content/sending/send-archive.ts';
import { sendObject } from '#http/content/sending/send-object.ts';
import { presentFailed, removeByIds } from '#http/contract/item-results.ts';
import {
  type Call,
  type HttpDependencies,
  mountEndpoint,
  mountStreamEndpoint,
} from '#http/contract/mount-endpoint.ts';
import { pageAt, presentKeyInfo } from '#http/contract/pagination.ts';
import type { AuthenticatedCaller } from '#security/caller.ts';
import { presentDelivery, presentRequest } from './presenter.ts';
import type { UploadRequest, UploadRequestService } from './service.ts';
import { uploadRequestVisitRoutes } from './visit-routes.ts';

export interface UploadRequestRouteDependencies {
  readonly requests: UploadRequestService;
  readonly presentBundle: (
    bundle: Awaited<ReturnType<UploadRequestService['deliveries']['bundle']>>,
    caller: AuthenticatedCaller,
    origin: string,
  ) => Promise<Bundle>;
  /** Largest upload in bytes. */
  readonly maxUploadBytes: () => Promise<number>;
}

export function uploadRequestRoutes(
  http: HttpDependencies,
  { requests, presentBundle, maxUploadBytes }: UploadRequestRouteDependencies,
): void {
  requestRoutes(http, requests);
  deliveryRoutes(http, requests);
  downloadRoutes(http, requests);
  mountEndpoint(http, bundleDelivery, async ({ caller, params, signal, origin }) =>
    presentBundle(await requests.deliveries.bundle(caller, params, signal), caller, origin),
  );
  uploadRequestVisitRoutes(http, requests, maxUploadBytes);
}

function requestRoutes(http: HttpDependencies, requests: UploadRequestService) {
  const present = async (request: UploadRequest, caller: AuthenticatedCaller, origin: string) =>
    presentRequest(request, await requests.describe([request]), caller, origin);

  mountEndpoint(http, createUploadRequest, async (call) => {
    const { caller, body, signal, onceId, origin } = call;
    const { request, notifySecret } = await requests.create(caller, body, signal, onceId);
    return { ...(await present(request, caller, origin)), notify_secret: notifySecret };
  });

  mountEndpoint(http, listUploadRequests, async ({ caller, query, origin }) => {
    const { created_by: createdBy, ...narrowed } = query;
    const page = await requests.list(caller, { createdBy, ...narrowed });
    const { limit, offset } = query;
    const shown = page.requests.map((request) => presentRequest(request, page, caller, origin));
    const pagination = pageAt(page.total, limit, offset, shown.length);
    const data = { requests: shown, new_deliveries: page.unseen, pagination };
    return { data, ...presentKeyInfo(caller) };
  });

  mountEndpoint(http, getUploadRequest, async ({ caller, params, origin }) =>
    present(await requests.findOwn(caller, params.id), caller, origin),
  );

  mountEndpoint(http, updateUploadRequest, async ({ caller, params, body, origin }) => {
    const { request, notifySecret } = await requests.update(caller, params.id, body);
    return { ...(await present(request, caller, origin)), notify_secret: notifySecret };
  });

  const notFound = 'upload_requests.not_found';
  const deletion = { action: 'shares.requests_deleted', notFound } as const;
  mountEndpoint(http, deleteUploadRequests, (call) =>
    removeByIds(http, call, deletion, (ids) => requests.remove(call.caller, ids)),
  );
}

function deliveryRoutes(http: HttpDependencies, { deliveries, downloads }: UploadRequestService) {
  mountEndpoint(http, listDeliveries, async ({ caller, params, query }) => {
    const { limit, offset } = query;
    const page = await deliveries.list(caller, params.id, limit, offset);
    const shown = page.deliveries.map((each) =>
      presentDelivery(each, page.filesOf(each.id), downloads.grantFor(each, caller), caller),
    );
    return { deliveries: shown, pagination: pageAt(page.total, limit, offset, shown.length) };
  });

  mountEndpoint(http, markDeliveriesSeen, async ({ caller, params, body }) => {
    await deliveries.markSeen(caller, params.id, body.ids);
    return null;
  });

  mountEndpoint(http, deleteDeliveries, async (call) => {
    const { caller, params, body, signal, language } = call;
    const { removed: ids, failed } = await deliveries.remove(caller, params.id, body.ids, signal);
    if (ids.length > 0) {
      await http.audit(call, { action: 'shares.deliveries_deleted', details: { ids } });
    }
    return { success: ids.length, failed: presentFailed(failed, language) };
  });

  mountEndpoint(http, moveDelivery, async (call) => {
    const { caller, params, body, signal, language } = call;
    const { success, failed } = await deliveries.move(caller, params, body.path, signal);
    return { success, failed: presentFailed(failed, language) };
  });
}

/** Downloads of the owner. Never shown in the browser, because strangers have sent the files. */
function downloadRoutes(http: HttpDependencies, { downloads }: UploadRequestService) {
  const cacheControl = 'private, no-cache';
  const options = { identifies: true };

  const sendFile = async (call: Call<typeof readDeliveredFile>) => {
    const { caller, params, query } = call;
    const opened = await downloads.open(caller, params, query.grant);
    const { name: filename, ...file } = await downloads.findFile(opened, query.path);
    return sendObject(call, { ...file, filename, isDownload: true, cacheControl });
  };
  mountStreamEndpoint(http, readDeliveredFile, sendFile, options);

  const sendAll = async (call: Call<typeof deliveryArchive>) => {
    const { caller, params, query, signal } = call;
    const opened = await downloads.open(caller, params, query.grant);
    const { filename, plan } = await downloads.archive(opened, signal);
    return sendArchive(call, plan, { filename, cacheControl });
  };
  mountStreamEndpoint(http, deliveryArchive, sendAll, options);
}
