import type { Clock } from '#clock';
import type { Storage, StorageConfigService } from '#features/storage-configs/service.ts';
import { GRANT_LIFETIME_MS, type Grants } from '#share-rules/grant.ts';
import { isGuarded } from '#share-rules/limits.ts';
import { signStorageUrl, storageUrlsOf } from '#share-rules/storage-url.ts';
import type { FileShare } from '../repository.ts';

/** CONTRACT A3: lifetime of storage URLs for limited or protected shares. */
const LIMITED_URL_SECONDS = 60;

/** URLs of a share's bytes, for visitors or the owner. */
export interface ShareUrls {
  readonly previewUrl: string;
  readonly downloadUrl: string;
  readonly proxyPreviewUrl: string;
  readonly proxyDownloadUrl: string;
  readonly directPreviewUrl: string;
  readonly directDownloadUrl: string;
}

export interface ShareUrlDependencies {
  readonly storageConfigs: Pick<StorageConfigService, 'find'>;
  readonly grants: Grants;
  readonly clock: Clock;
}

/** Creates the URLs of a share whose view is spent, or for its owner. */
export function createShareUrls({ storageConfigs, grants, clock }: ShareUrlDependencies) {
  const proxyUrl = (kind: 'view' | 'download', share: FileShare, origin: string, ms?: number) => {
    const grant = encodeURIComponent(grants.issue(share, clock.now(), ms));
    return `${origin}/api/file-${kind}/${share.slug}?grant=${grant}`;
  };
  const secondsLeft = (share: FileShare) => {
    const end = share.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY;
    const left = Math.ceil((end - clock.now().getTime()) / 1000);
    // Only the owner still sees a share that has ended.
    return left > 0 ? left : Number.POSITIVE_INFINITY;
  };

  return {
    async visit(share: FileShare, origin: string): Promise<ShareUrls> {
      const proxyPreviewUrl = proxyUrl('view', share, origin);
      const proxyDownloadUrl = proxyUrl('download', share, origin);
      const storage = await storageConfigs.find(share.storageConfigId);
      const direct = storage && (await directUrls(storage, share, origin, secondsLeft(share)));
      const directPreviewUrl = direct?.previewUrl ?? proxyPreviewUrl;
      const directDownloadUrl = direct?.downloadUrl ?? proxyDownloadUrl;
      const throughServer = share.useProxy || isGuarded(share);
      return {
        previewUrl: throughServer ? proxyPreviewUrl : directPreviewUrl,
        downloadUrl: throughServer ? proxyDownloadUrl : directDownloadUrl,
        proxyPreviewUrl,
        proxyDownloadUrl,
        directPreviewUrl,
        directDownloadUrl,
      };
    },
    /**
     * URL for an external viewer, with a limited lifetime, and so always signed. Unless the share uses the proxy,
     * it is the storage's own, whose path has the extension.
     */
    async viewer(share: FileShare, origin: string, wantedSeconds?: number) {
      const storage = await storageConfigs.find(share.storageConfigId);
      const most = Math.min(
        wantedSeconds ?? storage?.config.signatureExpiresIn ?? Number.POSITIVE_INFINITY,
        secondsLeft(share),
      );
      if (!storage || share.useProxy) {
        const expiresInSeconds = Math.min(most, GRANT_LIFETIME_MS / 1000);
        return { url: proxyUrl('view', share, origin, expiresInSeconds * 1000), expiresInSeconds };
      }
      const expiresInSeconds = isGuarded(share) ? Math.min(most, LIMITED_URL_SECONDS) : most;
      return {
        url: await signStorageUrl(storage, fileOf(share), {
          origin,
          expiresInSeconds,
          isDownload: false,
        }),
        expiresInSeconds,
      };
    },
  };
}

async function directUrls(
  storage: Storage,
  share: FileShare,
  origin: string,
  secondsLeft: number,
): Promise<Pick<ShareUrls, 'previewUrl' | 'downloadUrl'>> {
  const { config } = storage;
  const most = isGuarded(share) ? LIMITED_URL_SECONDS : config.signatureExpiresIn;
  const seconds = Math.min(most, secondsLeft);
  // A share that ends must not have a URL that never does.
  const isMoved = !isGuarded(share) && share.expiresAt === null;
  return storageUrlsOf(storage, fileOf(share), { origin, expiresInSeconds: seconds, isMoved });
}

function fileOf({ storagePath: key, filename, mimetype: contentType }: FileShare) {
  return { key, filename, contentType };
}
