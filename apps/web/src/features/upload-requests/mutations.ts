import type {
  NewUploadRequest,
  UploadRequestChanges,
} from '@satchel/api-client/contract/upload-request-shapes';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '#shared/api/client.ts';
import { requestKeys } from './queries.ts';

/** A mutation after which all lists of the owner are read again. */
function useRequestMutation<Input, Done>(mutationFn: (input: Input) => Promise<Done>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: () => queryClient.invalidateQueries({ queryKey: requestKeys.own }),
  });
}

export const useCreateRequest = () =>
  useRequestMutation((body: NewUploadRequest) => client.uploadRequests.create({ body }));

export const useUpdateRequest = () =>
  useRequestMutation(({ id, body }: { id: string; body: UploadRequestChanges }) =>
    client.uploadRequests.update({ params: { id }, body }),
  );

/** @param id id of the upload request */
export const useMarkSeen = (id: string) =>
  useRequestMutation((ids: string[]) =>
    client.uploadRequests.markSeen({ params: { id }, body: { ids } }),
  );

export const useDeleteDeliveries = (id: string) =>
  useRequestMutation((ids: string[]) =>
    client.uploadRequests.deleteDeliveries({ params: { id }, body: { ids } }),
  );

export const useBundleDelivery = (id: string) =>
  useRequestMutation((delivery: string) =>
    client.uploadRequests.bundle({ params: { id, delivery } }),
  );

export const useMoveDelivery = (id: string) =>
  useRequestMutation(({ delivery, path }: { delivery: string; path: string }) =>
    client.uploadRequests.move({ params: { id, delivery }, body: { path } }),
  );
