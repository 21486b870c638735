import type {
  NewUploadRequest,
  UploadRequestChanges,
} from '@satchel/api-client/contract/upload-request-shapes';
import { client } from '#shared/api/client.ts';
import { once } from '#shared/api/once.ts';
import { useChange } from '#shared/api/use-change.ts';
import { requestKeys } from './queries.ts';

export const useCreateRequest = () =>
  useChange(
    (body: NewUploadRequest) => client.uploadRequests.create({ body }, once()),
    requestKeys.own,
  );

export const useUpdateRequest = () =>
  useChange(
    ({ id, body }: { id: string; body: UploadRequestChanges }) =>
      client.uploadRequests.update({ params: { id }, body }),
    requestKeys.own,
  );

/** @param id id of the upload request */
export const useMarkSeen = (id: string) =>
  useChange(
    (ids: string[]) => client.uploadRequests.markSeen({ params: { id }, body: { ids } }),
    requestKeys.own,
  );

export const useDeleteDeliveries = (id: string) =>
  useChange(
    (ids: string[]) => client.uploadRequests.deleteDeliveries({ params: { id }, body: { ids } }),
    requestKeys.own,
  );

export const useBundleDelivery = (id: string) =>
  useChange(
    (delivery: string) => client.uploadRequests.bundle({ params: { id, delivery } }),
    requestKeys.own,
  );

export const useMoveDelivery = (id: string) =>
  useChange(
    ({ delivery, path }: { delivery: string; path: string }) =>
      client.uploadRequests.move({ params: { id, delivery }, body: { path } }),
    requestKeys.own,
  );
