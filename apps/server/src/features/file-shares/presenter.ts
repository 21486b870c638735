import { storedFileName } from '@satchel/api-client/contract/item-path';
import { can } from '@satchel/api-client/permissions';
import type { Clock } from '#clock';
import type { ApiKeyService } from '#features/api-keys/service.ts';
import type { SettingService } from '#features/settings/service.ts';
import type { StorageConfigService } from '#features/storage-configs/service.ts';
import { contentTypeOf, createFileTypes } from '#files/file-type.ts';
import type { AuthenticatedCaller } from '#security/caller.ts';
import type { Grants } from '#share-rules/grant.ts';
import { linkAddress } from '#share-rules/share-address.ts';
import { s3UrlOf } from '#share-rules/storage-url.ts';
import { createShareUrls, type ShareUrls } from './content/share-urls.ts';
import { isInPlace } from './managing/is-in-place.ts';
import type { FileShare } from './repository.ts';
import type { Reservation } from './uploads/reservations.ts';

export type FileSharePresenter = ReturnType<typeof createFileSharePresenter>;

type Bit = 0 | 1;
interface Origins {
  readonly origin: string;
  readonly contentOrigin: string;
}
export interface PresenterDependencies {
  readonly apiKeys: ApiKeyService;
  readonly settings: SettingService;
  readonly storageConfigs: StorageConfigService;
  readonly grants: Grants;
  readonly clock: Clock;
}

export function createFileSharePresenter(dependencies: PresenterDependencies) {
  const { apiKeys, settings } = dependencies;
  const row = createRow(dependencies.storageConfigs);
  const urls = createShareUrls(dependencies);
  const rows = async (shares: readonly FileShare[], caller: AuthenticatedCaller | undefined) => {
    const nameOf = await apiKeys.namesOfCreators(shares.map(({ createdBy }) => createdBy));
    const typeOf = await createFileTypes(settings);
    return Promise.all(
      shares.map(async (share) => ({
        ...(await row(share, nameOf(share.createdBy), typeOf(share.filename))),
        ...presentPlace(share, caller),
      })),
    );
  };
  const one = async (share: FileShare, caller?: AuthenticatedCaller) => {
    const [presented] = await rows([share], caller);
    if (!presented) throw new Error('a row is presented for every share');
    return presented;
  };
  return {
    /** Type of a file by its name alone, without characters that stored files never have. */
    named: async (filename: string) => ({
      ...(await createFileTypes(settings))(filename),
      filename: storedFileName(filename),
      contentType: contentTypeOf(filename),
    }),
    rows,
    committed: async ({ share, item }: Published, origin: string) => ({
      ...(await one(share)),
      ...hiddenFrom(item),
      ...addressOf({ share, item }, origin),
      ...(item && { relative_path: item.path }),
    }),
    /** Reply to an upload in one call, with the URLs for the owner. An item is read through its link. */
    async uploaded({ share, item }: Published, { origin, contentOrigin }: Origins) {
      const address = addressOf({ share, item }, origin);
      if (item) {
        const read = { previewUrl: '', downloadUrl: '' };
        const shown = { ...(await one(share)), ...hiddenFrom(item) };
        return { ...shown, ...address, ...read, relative_path: item.path };
      }
      const { previewUrl, downloadUrl } = await urls.visit(share, contentOrigin);
      return { ...(await one(share)), ...address, previewUrl, downloadUrl };
    },
    reservation: presentReservation,
    /** @param contentOrigin origin of the content URLs, here and below */
    async owned(share: FileShare, caller: AuthenticatedCaller, contentOrigin: string) {
      const {
        directPreviewUrl: _,
        directDownloadUrl: __,
        ...own
      } = await urls.visit(share, contentOrigin);
      return { ...(await one(share, caller)), urls: { ...own, use_proxy: bit(share.useProxy) } };
    },
    /** Reply for a visitor; with URLs if the view was spent. */
    visited: createVisited(settings, urls.visit),
    /** Reply for an external viewer. */
    async forViewer(share: FileShare, contentOrigin: string, wantedSeconds?: number) {
      const { url, expiresInSeconds } = await urls.viewer(share, contentOrigin, wantedSeconds);
      const { filename, mimetype } = share;
      return { url, filename, mimetype, expires_in: expiresInSeconds, is_temporary: true as const };
    },
  };
}

const bit = (value: boolean): Bit => (value ? 1 : 0);
const iso = (date: Date | null) => date?.toISOString() ?? null;

/** Path of a file shared in place, for callers that may see it. */
function presentPlace(share: FileShare, caller: AuthenticatedCaller | undefined) {
  const { filePath } = share;
  const isVisible = filePath !== null && caller && can(caller, 'mount_view', filePath);
  const path = isVisible ? filePath : null;
  return { file_path: path, in_place: isInPlace(share), mounted_path: path };
}

/** Upload that was published. */
type Published = Pick<Reservation, 'share' | 'item'>;

/** Fields that the sender of a delivery does not get, because that person knows no link to it. */
function hiddenFrom(item: Published['item']) {
  return item?.linkSlug === null ? { storage_config_name: '', created_by: null } : {};
}

/** Address of a share, or of the link that an item belongs to. */
function addressOf({ share, item }: Published, origin: string) {
  if (!item) return linkAddress('file', share.slug, origin);
  if (item.linkSlug === null) return { url: '', share_url: '' };
  return linkAddress('share', item.linkSlug, origin);
}

function presentReservation({ share, item, config }: Reservation, origin: string) {
  return {
    file_id: share.id,
    storage_path: share.storagePath,
    s3_url: s3UrlOf(config, share.storagePath, origin),
    slug: share.slug,
    provider_type: config.providerType,
    contentType: share.mimetype,
    hasPassword: share.passwordHash !== null,
    expiresAt: iso(share.expiresAt),
    maxViews: share.maxViews,
    ...addressOf({ share, item }, origin),
  };
}

function createRow(storageConfigs: StorageConfigService) {
  return async (
    share: FileShare,
    keyName: string | null,
    { type, typeName }: { type: number; typeName: string },
  ) => {
    const storage = await storageConfigs.find(share.storageConfigId);
    return {
      id: share.id,
      filename: share.filename,
      slug: share.slug,
      storage_path: share.storagePath,
      storage_config_id: share.storageConfigId,
      storage_type: 'S3',
      mimetype: share.mimetype,
      size: Number(share.size),
      remark: share.remark,
      note: share.note,
      created_at: share.createdAt.toISOString(),
      updated_at: share.updatedAt.toISOString(),
      views: share.views,
      max_views: share.maxViews,
      expires_at: iso(share.expiresAt),
      etag: share.etag,
      created_by: share.createdBy,
      key_name: keyName,
      use_proxy: bit(share.useProxy),
      storage_config_name: storage?.config.name ?? '',
      storage_provider_type: storage?.config.providerType ?? '',
      storage_config_detail_id: share.storageConfigId,
      has_password: share.passwordHash !== null,
      type,
      typeName,
    };
  };
}

function createVisited(
  settings: SettingService,
  urlsOf: (share: FileShare, contentOrigin: string) => Promise<ShareUrls>,
) {
  return async (share: FileShare, contentOrigin: string, isOpen: boolean) => {
    const typeOf = await createFileTypes(settings);
    const urls = isOpen ? await urlsOf(share, contentOrigin) : undefined;
    const isLocked = share.passwordHash !== null && !isOpen;
    return {
      id: share.id,
      slug: share.slug,
      filename: share.filename,
      mimetype: share.mimetype,
      size: Number(share.size),
      // The remark of a file shared in place is its path; without the password neither is shown.
      remark: isLocked ? null : share.remark,
      created_at: share.createdAt.toISOString(),
      requires_password: isLocked,
      has_password: share.passwordHash !== null,
      views: share.views,
      max_views: share.maxViews,
      expires_at: iso(share.expiresAt),
      use_proxy: bit(share.useProxy),
      created_by: isLocked ? null : share.createdBy,
      ...typeOf(share.filename),
      ...(urls && {
        previewUrl: urls.previewUrl,
        downloadUrl: urls.downloadUrl,
        s3_direct_preview_url: urls.directPreviewUrl,
        s3_direct_download_url: urls.directDownloadUrl,
        proxy_preview_url: urls.proxyPreviewUrl,
        proxy_download_url: urls.proxyDownloadUrl,
      }),
    };
  };
}
