import { can, createdByOf } from '@satchel/api-client/permissions';
import { AppError } from '#errors';
import { nameFromTitle } from '#files/file-name.ts';
import { authorizeOwner } from '#security/authorized.ts';
import type { AuthenticatedCaller, Caller } from '#security/caller.ts';
import type { UploadRequestDependencies } from '../dependencies.ts';
import type { Managing } from '../requests/managing.ts';
import type { DeliveryReference } from './handling.ts';
import type { Delivery } from './repository.ts';

/** Reader in the grants of administrators, who all have the same rights. */
const ADMIN_READER = 'admin';

/** Delivery that its reader may download. */
export interface OpenedDelivery {
  readonly delivery: Delivery;
  readonly requestTitle: string;
  readonly reader: AuthenticatedCaller;
}

/** Downloads of deliveries, for the owner of the request (CONTRACT A7). */
export function createDeliveryDownloads(
  { deliveries, apiKeys, bundles, grants, clock }: UploadRequestDependencies,
  { findOwn }: Pick<Managing, 'findOwn'>,
) {
  const { itemFiles } = bundles.content;
  const readerOf = (caller: AuthenticatedCaller) =>
    caller.kind === 'admin' ? ADMIN_READER : createdByOf(caller);
  // Bound to the creation, because each file that arrives changes an open delivery.
  const subjectOf = ({ id, createdAt: updatedAt }: Delivery, reader: string) => ({
    id: `${id}:${reader}`,
    updatedAt,
    expiresAt: null,
  });

  const openAs = async (caller: AuthenticatedCaller, { id, delivery }: DeliveryReference) => {
    const request = await findOwn(caller, id);
    const [found] = await deliveries.findMany(request.id, [delivery]);
    if (!found) throw new AppError('upload_requests.delivery_not_found');
    return { delivery: found, requestTitle: request.title, reader: caller };
  };

  /** Caller whom a grant was given to; undefined if it is not valid, or if the key is gone. */
  const findGranted = async (delivery: string, grant: string) => {
    const held = await deliveries.find(delivery);
    if (!held) return undefined;
    const isFor = (reader: string) =>
      grants.isValid(grant, subjectOf(held, reader), clock.now()) ? reader : undefined;
    const reader = isFor(held.request.createdBy) ?? isFor(ADMIN_READER);
    const caller = reader === undefined ? undefined : await apiKeys.findCreator(reader);
    return caller && authorizeOwner(caller, held.request) && caller;
  };

  return {
    /** Proof that the caller may download a delivery, for addresses that a browser opens. */
    grantFor: (delivery: Delivery, caller: AuthenticatedCaller) =>
      grants.issue(subjectOf(delivery, readerOf(caller)), clock.now()),
    /** @throws {AppError} `upload_requests.not_found` without the owner's credential and a valid grant */
    async open(
      caller: Caller,
      reference: DeliveryReference,
      grant: string | undefined,
    ): Promise<OpenedDelivery> {
      const isKnown = caller.kind !== 'anonymous';
      const reader = isKnown ? caller : grant && (await findGranted(reference.delivery, grant));
      if (!reader || !can(reader, 'file_share')) throw new AppError('upload_requests.not_found');
      return openAs(reader, reference);
    },
    findFile: ({ delivery, reader }: OpenedDelivery, path: string) =>
      itemFiles.find({ deliveryId: delivery.id }, path, async () => reader),
    async archive({ delivery, requestTitle, reader }: OpenedDelivery, signal: AbortSignal) {
      const owner = { deliveryId: delivery.id };
      const { plan } = await itemFiles.archive(owner, '', async () => reader, signal);
      const name = `${requestTitle} ${delivery.name || delivery.receipt}`;
      return { filename: `${nameFromTitle(name, delivery.receipt)}.zip`, plan };
    },
  };
}
