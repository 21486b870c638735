import { can } from '@satchel/api-client/permissions';
import type { ApiKeyService } from '#features/api-keys/service.ts';
import type { SettingService } from '#features/settings/service.ts';
import { createFileTypes } from '#files/file-type.ts';
import { nameOf } from '#paths/key.ts';
import type { AuthenticatedCaller } from '#security/caller.ts';
import type { ShareItems } from '#share-items/share-items.ts';
import { linkAddress } from '#share-rules/share-address.ts';
import type { ListedItems } from './bundle-file.ts';
import type { Bundle } from './repository.ts';
import { mimetypeOf } from './visiting/content.ts';

export type BundlePresenter = ReturnType<typeof createBundlePresenter>;

interface PresenterDependencies {
  readonly apiKeys: Pick<ApiKeyService, 'namesOfCreators'>;
  readonly items: Pick<ShareItems, 'countsOf'>;
  readonly settings: SettingService;
}

const FOLDER = { type: 1, typeName: 'folder' } as const;

export function createBundlePresenter({ apiKeys, items, settings }: PresenterDependencies) {
  const rows = async (bundles: readonly Bundle[], caller: AuthenticatedCaller, origin: string) => {
    const nameOfKey = await apiKeys.namesOfCreators(bundles.map(({ createdBy }) => createdBy));
    const countsOf = await items.countsOf(bundles.map(({ id }) => id));
    return bundles.map((bundle) => {
      const { folderPath } = bundle;
      const isVisible = folderPath !== null && can(caller, 'mount_view', folderPath);
      return {
        id: bundle.id,
        ...linkAddress('share', bundle.slug, origin),
        ...facts(bundle, countsOf),
        message: bundle.message,
        note: bundle.note,
        path: isVisible ? folderPath : null,
        updated_at: bundle.updatedAt.toISOString(),
        notify_url: bundle.notifyUrl,
        created_by: bundle.createdBy,
        key_name: nameOfKey(bundle.createdBy),
      };
    });
  };
  return {
    rows,
    async owned(bundle: Bundle, caller: AuthenticatedCaller, origin: string) {
      const [row] = await rows([bundle], caller, origin);
      if (!row) throw new Error('a row is presented for every bundle');
      return row;
    },
    /** Reply for a visitor; with a grant if the visit was counted. */
    async visited(
      bundle: Bundle,
      visit?: { readonly grant: string; readonly isLastView: boolean },
    ) {
      const countsOf = await items.countsOf([bundle.id]);
      const { comingCount, comingBytes } = countsOf(bundle.id);
      const isLocked = bundle.passwordHash !== null && visit === undefined;
      return {
        ...facts(bundle, countsOf),
        message: isLocked ? null : bundle.message,
        coming_count: comingCount,
        coming_size: Number(comingBytes),
        requires_password: isLocked,
        ...(visit && { grant: visit.grant, isLastView: visit.isLastView }),
      };
    },
    /** @param isOwner true to name the paths of files in mounts */
    async items({ items: listed, nextCursor }: ListedItems, isOwner: boolean) {
      const typeOf = await createFileTypes(settings);
      return {
        items: listed.map((item) => ({
          name: nameOf(item.path),
          path: item.path,
          isDirectory: item.isDirectory,
          size: item.size,
          mimetype: mimetypeOf(item),
          ...(item.isDirectory ? FOLDER : typeOf(nameOf(item.path))),
          modified: item.modified.toISOString(),
          state: item.state,
          sent: item.sent,
          ...(isOwner && { mounted_path: item.filePath }),
        })),
        next_cursor: nextCursor,
      };
    },
  };
}

/** Members that both owners and visitors see. */
function facts(bundle: Bundle, countsOf: Awaited<ReturnType<ShareItems['countsOf']>>) {
  const isFolder = bundle.folderPath !== null;
  const { count, bytes } = countsOf(bundle.id);
  return {
    slug: bundle.slug,
    state: bundle.state === 'receiving' ? ('receiving' as const) : ('complete' as const),
    title: bundle.title,
    sender: bundle.sender,
    is_folder: isFolder,
    item_count: isFolder ? null : count,
    total_size: isFolder ? null : Number(bytes),
    created_at: bundle.createdAt.toISOString(),
    expires_at: bundle.expiresAt?.toISOString() ?? null,
    has_password: bundle.passwordHash !== null,
    views: bundle.views,
    max_views: bundle.maxViews,
    use_proxy: bundle.useProxy ? (1 as const) : (0 as const),
  };
}
