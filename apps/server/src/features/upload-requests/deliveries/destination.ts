import {
  nameWithSuffix,
  numberedItemPath,
  storedFileName,
} from '@satchel/api-client/contract/item-path';
import { AppError } from '#errors';
import type { DeliveryDestinations, FoundDestination } from '#features/file-shares/service.ts';
import { REQUESTS_PREFIX } from '#object-store/reserved-keys.ts';
import { nameOf } from '#paths/key.ts';
import type { DeliveryCaller } from '#security/caller.ts';
import { randomAlphanumeric } from '#security/random.ts';
import { checkItemPath } from '#share-items/item-path.ts';
import type { UploadRequestDependencies } from '../dependencies.ts';
import type { FolderAccess } from '../requests/folder-access.ts';
import { isAccepted } from './accepted-types.ts';
import { closedError, refusalOf } from './refusals.ts';
import type { HeldDelivery } from './repository.ts';

const RANDOM_LENGTH = 12;

/** Tells the uploads of file shares where the files of a sender go, and whether they are accepted. */
export function createDestination(
  { deliveries, folders, clock }: UploadRequestDependencies,
  access: FolderAccess,
): DeliveryDestinations {
  const findOpen = async ({ id }: DeliveryCaller): Promise<HeldDelivery> => {
    const held = await deliveries.find(id);
    if (held?.state !== 'open') throw closedError(held?.state);
    return held;
  };
  const assertAccepted = (request: HeldDelivery['request'], size: number) => {
    const refusal = refusalOf(request, BigInt(size), clock.now());
    if (refusal) throw refusal;
  };
  const resolveIn = ({ request, folder }: HeldDelivery, path: string) =>
    access.resolve(request, `${folder}/${path}`);

  return {
    async find(caller, { filename, relative_path: path, size }, signal): Promise<FoundDestination> {
      const held = await findOpen(caller);
      const { request } = held;
      assertAccepted(request, size ?? 0);
      const wanted = checkItemPath(path || storedFileName(filename));
      const types = request.types === null ? null : (JSON.parse(request.types) as string[]);
      if (!isAccepted(nameOf(wanted), types)) {
        throw new AppError('upload_requests.type_refused', { details: { types: types ?? [] } });
      }
      await deliveries.touch(held.id, clock.now());
      const owner = { deliveryId: held.id };
      const { storage, place } = await resolveIn(held, wanted);
      if (!place) {
        const prefix = `${REQUESTS_PREFIX}${request.id}/${held.id}/`;
        const locate = async (chosen: string) => {
          const name = nameWithSuffix(
            storedFileName(nameOf(chosen)),
            `-${randomAlphanumeric(RANDOM_LENGTH)}`,
          );
          return { objectKey: prefix + name, filePath: null, mountId: undefined };
        };
        return { owner, path: wanted, storage, locate };
      }
      const locate = async (chosen: string) => {
        const located = (await resolveIn(held, chosen)).place ?? place;
        return { objectKey: located.key, filePath: located.path, mountId: located.mount.id };
      };
      // A file that somebody else has put into the folder is never replaced.
      for (let number = 0; ; number += 1) {
        const candidate = numberedItemPath(wanted, number);
        const there = (await resolveIn(held, candidate)).place ?? place;
        if (!(await folders.isTaken(there, signal))) {
          return { owner, path: candidate, storage, locate };
        }
      }
    },
    async assertOpen(caller, size) {
      const { request } = await findOpen(caller);
      assertAccepted(request, size);
      await access.assertOpen(request);
    },
    accept: deliveries.accept,
  };
}
