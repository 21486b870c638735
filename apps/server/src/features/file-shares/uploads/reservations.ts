import type {
  presignFileShare,
  uploadFileShareDirect,
} from '@satchel/api-client/contract/file-share-uploads';
import { storedFileName } from '@satchel/api-client/contract/item-path';
import { createdByOf } from '@satchel/api-client/permissions';
import type { z } from 'zod';
import type { Storage } from '#features/storage-configs/service.ts';
import { contentTypeOf } from '#files/file-type.ts';
import { assertSize } from '#files/size-limit.ts';
import type { ObjectWrite } from '#ledger/object-write.ts';
import type { NewUpload } from '#ledger/uploads/direct-uploads.ts';
import { type Authorized, authorizeOwner } from '#security/authorized.ts';
import type { AuthenticatedCaller, UploadCaller } from '#security/caller.ts';
import { hashPassword } from '#security/passwords.ts';
import { orderedId } from '#security/random.ts';
import { expiryInHours, toStoredMaxViews } from '#share-rules/limits.ts';
import { checkSlug, withSlug } from '#share-rules/slug.ts';
import type { FileShareDependencies } from '../dependencies.ts';
import type { FileShare } from '../repository.ts';
import { createReserveDelivery } from './delivery-reservations.ts';
import { createFindDestination, type ItemDestination } from './destinations.ts';
import { createObjectKey } from './object-key.ts';
import { itemAsShare, readDraft, type ShareDraft, toShare, writeDraft } from './share-draft.ts';

const MEGABYTE = 1024 * 1024;

/** Metadata of an upload (SPEC 3). */
export type UploadOptions = z.output<NonNullable<typeof uploadFileShareDirect.query>>;

export type UploadInput = z.output<NonNullable<typeof presignFileShare.body>>;

/** Share with its storage. During the upload, it is the share that will be published. */
export interface Reservation<Write extends ObjectWrite = ObjectWrite> extends Storage {
  readonly share: Authorized<FileShare>;
  /** Undefined once the share is public. */
  readonly write: Authorized<Write> | undefined;
  /** Place within a link, for an upload that is no share of its own. */
  readonly item: { readonly path: string; readonly linkSlug: string | null } | undefined;
}

/** Begins a reserved upload: by URL, or as a stream. */
type Begin<Write extends ObjectWrite> = (storage: Storage, upload: NewUpload) => Promise<Write>;

export type Reservations = ReturnType<typeof createReservations>;

export function createReservations(dependencies: FileShareDependencies) {
  const { repository, items, storageConfigs, ledger, directUploads, settings, clock } =
    dependencies;
  const findDestination = createFindDestination(items);
  const reserveDelivery = createReserveDelivery(dependencies);

  /** Largest upload in bytes. */
  const maxBytes = async () => (await settings.getNumber('max_upload_size')) * MEGABYTE;

  /** True if a share of the caller has the slug. Aborts an open upload of the caller that has it. */
  const mustWaitFor = async (caller: AuthenticatedCaller, slug: string) => {
    const unfinished = authorizeOwner(caller, await ledger.findBySlug(slug));
    const storage = unfinished && (await storageConfigs.find(unfinished.storageConfigId));
    if (storage) await directUploads.abandon(storage, unfinished);
    return authorizeOwner(caller, await repository.findBySlug(slug)) !== undefined;
  };

  const readOptions = async (input: UploadInput) => ({
    filename: storedFileName(input.filename),
    mimetype: contentTypeOf(input.filename),
    remark: input.remark || null,
    passwordHash: input.password ? await hashPassword(input.password) : null,
    expiresAt: expiryInHours(input.expires_in, clock.now()),
    maxViews: toStoredMaxViews(input.max_views) ?? null,
    useProxy: input.use_proxy ?? (await settings.getBoolean('default_use_proxy')),
  });

  /** Shows an item as coming, and begins its upload. This order leaves no write if its link is gone. */
  const beginItem = async <Write extends ObjectWrite>(
    { id, size }: { readonly id: string; readonly size: number },
    destination: ItemDestination,
    begin: (details: string) => Promise<Write>,
    options: Omit<ShareDraft, 'slug' | 'isReplacing'>,
  ) => {
    const { owner, path } = destination;
    await items.expect(owner, { id, path, size }, clock.now());
    try {
      const draft = { ...options, slug: '', isReplacing: false, item: destination };
      return await begin(writeDraft(draft));
    } catch (error) {
      await items.forget([id]);
      throw error;
    }
  };

  /** Upload that was published, as a share or as an item. */
  const findStored = async (caller: UploadCaller, id: string) => {
    const share = await repository.findById(id);
    if (share) return { share, item: undefined };
    const item = await items.findById(id);
    if (item?.state !== 'stored') return undefined;
    if (caller.kind === 'delivery') {
      if (item.deliveryId !== caller.id) return undefined;
      const share = itemAsShare(item, createdByOf(caller));
      return { share, item: { path: item.path, linkSlug: null } };
    }
    if (!item.bundle) return undefined;
    const { slug, createdBy } = item.bundle;
    return { share: itemAsShare(item, createdBy), item: { path: item.path, linkSlug: slug } };
  };

  return {
    maxBytes,
    /** Finds the caller's own share, during its upload and afterwards. */
    async findOwn(caller: UploadCaller, id: string): Promise<Reservation | undefined> {
      const write = authorizeOwner(caller, await findUpload(ledger, id));
      // An upload that was just published is a share by now.
      if (write) {
        const storage = await storageConfigs.find(write.storageConfigId);
        const share = toShare(write) as Authorized<FileShare>;
        return storage && { ...storage, share, write, item: readDraft(write).item };
      }
      const stored = await findStored(caller, id);
      const share = authorizeOwner(caller, stored?.share);
      const storage = share && (await storageConfigs.find(share.storageConfigId));
      return storage && { ...storage, share, write: undefined, item: stored?.item };
    },
    findDestination,
    /** Share of the caller whose slug an upload with `override` takes over. */
    async findReplaced(caller: AuthenticatedCaller, { id, slug }: FileShare) {
      const holder = authorizeOwner(caller, await repository.findBySlug(slug));
      return holder?.id === id ? undefined : holder;
    },
    /** Checks every rule and reserves slug and quota; the share is not public yet. */
    async reserve<Write extends ObjectWrite>(
      caller: UploadCaller,
      input: UploadInput,
      begin: Begin<Write>,
      signal: AbortSignal,
    ) {
      if (caller.kind === 'delivery') {
        assertSize(input.size ?? 0, await maxBytes());
        const { storage, write, item } = await reserveDelivery(caller, input, begin, signal);
        const share = toShare(write) as Authorized<FileShare>;
        return { ...storage, share, write: write as Authorized<typeof write>, item };
      }
      const destination = await findDestination(caller, input);
      const chosen = destination ? undefined : checkSlug(input.slug);
      const storage = await storageConfigs.findForUpload(caller, input.s3_config_id);
      const objectKey = createObjectKey(storage.config.defaultFolder, input.path, input.filename);
      assertSize(input.size ?? 0, await maxBytes());
      const options = await readOptions(input);
      const isReplacing = Boolean(
        input.override && chosen !== undefined && (await mustWaitFor(caller, chosen)),
      );
      const upload = {
        id: orderedId(),
        kind: 'file_share' as const,
        objectKey,
        declaredBytes: input.size ?? undefined,
        contentType: options.mimetype,
        createdBy: createdByOf(caller),
      };
      const write = destination
        ? await beginItem(
            { id: upload.id, size: input.size ?? 0 },
            destination,
            (details) => begin(storage, { ...upload, details }),
            options,
          )
        : await withSlug(chosen, (slug) => {
            const details = writeDraft({ ...options, slug, isReplacing });
            return begin(storage, { ...upload, details, ...(isReplacing ? {} : { slug }) });
          });
      return {
        ...storage,
        share: toShare(write) as Authorized<FileShare>,
        write: write as Authorized<typeof write>,
        item: destination,
      };
    },
  };
}

async function findUpload(ledger: FileShareDependencies['ledger'], id: string) {
  const write = await ledger.find(id);
  const isUpload = write?.kind === 'file_share' || write?.createdBy.startsWith('delivery:');
  return isUpload && write?.state !== 'abandoned' ? write : undefined;
}
