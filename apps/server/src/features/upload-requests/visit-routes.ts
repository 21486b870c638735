import {
  enterUploadRequest,
  finishDelivery,
  viewUploadRequest,
  visitDelivery,
} from '@satchel/api-client/contract/upload-requests';
import { AppError } from '#errors';
import { type Call, type HttpDependencies, mountEndpoint } from '#http/contract/mount-endpoint.ts';
import type { DeliveryCaller } from '#security/caller.ts';
import { presentFinished, presentOwnDelivery, presentVisited } from './presenter.ts';
import type { UploadRequestService } from './service.ts';

/** Routes for those who send files in. */
export function uploadRequestVisitRoutes(
  http: HttpDependencies,
  { visiting }: UploadRequestService,
  maxUploadBytes: () => Promise<number>,
): void {
  mountEndpoint(http, viewUploadRequest, async ({ params, reply }) => {
    reply.header('cache-control', 'no-store');
    return presentVisited(await visiting.findOpen(params.slug), await maxUploadBytes());
  });

  mountEndpoint(http, enterUploadRequest, async ({ params, body, source, signal, reply }) => {
    reply.header('cache-control', 'no-store');
    const { token, receipt } = await visiting.enter(params.slug, { ...body, source, signal });
    return { upload_token: token, receipt };
  });

  mountEndpoint(http, visitDelivery, async ({ caller, params }) => {
    const { delivery, files } = await visiting.visit(senderOf(caller), params.slug);
    return presentOwnDelivery(delivery, files);
  });

  mountEndpoint(http, finishDelivery, async ({ caller, params, body }) =>
    presentFinished(await visiting.finish(senderOf(caller), params.slug, body.note)),
  );
}

/** @throws {AppError} `upload_requests.token_invalid` for a caller without a token */
function senderOf(caller: Call<typeof visitDelivery>['caller']): DeliveryCaller {
  if (caller.kind !== 'delivery') throw new AppError('upload_requests.token_invalid');
  return caller;
}
