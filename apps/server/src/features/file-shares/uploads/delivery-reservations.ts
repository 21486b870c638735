import { createdByOf } from '@satchel/api-client/permissions';
import type { Storage } from '#features/storage-configs/service.ts';
import { contentTypeOf } from '#files/file-type.ts';
import type { ObjectWrite } from '#ledger/object-write.ts';
import type { NewUpload } from '#ledger/uploads/direct-uploads.ts';
import { nameOf } from '#paths/key.ts';
import type { DeliveryCaller } from '#security/caller.ts';
import { orderedId } from '#security/random.ts';
import type { FileShareDependencies } from '../dependencies.ts';
import type { DeliveredFile } from './delivery-destinations.ts';
import { writeDraft } from './share-draft.ts';

type Dependencies = Pick<FileShareDependencies, 'deliveries' | 'items' | 'clock'>;

/** Reserves the upload of a sender, and chooses its path and its key. */
export function createReserveDelivery({ deliveries, items, clock }: Dependencies) {
  return async <Write extends ObjectWrite>(
    caller: DeliveryCaller,
    file: DeliveredFile,
    begin: (storage: Storage, upload: NewUpload) => Promise<Write>,
    signal: AbortSignal,
  ) => {
    const { owner, storage, ...found } = await deliveries.find(caller, file, signal);
    const id = orderedId();
    const expected = { id, path: found.path, size: file.size ?? 0 };
    const path = await items.expect(owner, expected, clock.now());
    try {
      const { filePath, objectKey, mountId } = await found.locate(path);
      const item = { owner, path, isReplacing: false, linkSlug: null, filePath };
      const draft = { filename: nameOf(path), mimetype: contentTypeOf(path), slug: '', item };
      const unlimited = { remark: null, passwordHash: null, expiresAt: null, maxViews: null };
      const isMounted = filePath !== null;
      const write = await begin(storage, {
        id,
        // The name of a file in a mount is not random, so its upload claims it and replaces nothing.
        kind: isMounted ? 'entry' : 'file_share',
        ...(isMounted ? { ifNoneMatch: '*', mountId } : {}),
        objectKey,
        declaredBytes: file.size ?? undefined,
        contentType: draft.mimetype,
        createdBy: createdByOf(caller),
        details: writeDraft({ ...draft, ...unlimited, useProxy: true, isReplacing: false }),
      });
      return { storage, write, item };
    } catch (error) {
      await items.forget([id]);
      throw error;
    }
  };
}
