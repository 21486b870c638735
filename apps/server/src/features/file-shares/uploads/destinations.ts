import { storedFileName } from '@satchel/api-client/contract/item-path';
import { AppError } from '#errors';
import { authorizeOwner } from '#security/authorized.ts';
import type { AuthenticatedCaller } from '#security/caller.ts';
import { checkItemPath } from '#share-items/item-path.ts';
import type { ItemOwner, ShareItems } from '#share-items/share-items.ts';

/** Link that an upload joins, instead of becoming a share of its own (CONTRACT A7). */
export interface ItemDestination {
  readonly owner: ItemOwner;
  /** Wanted path within the link. */
  readonly path: string;
  /** True to take the place of an item with that path. */
  readonly isReplacing: boolean;
  /** Slug of the link, for its address; null if the caller may not see it. */
  readonly linkSlug: string | null;
  /** Path in a mount, for the file of a delivery that goes there. */
  readonly filePath?: string | null | undefined;
}

/** Options of an upload that name its link. */
interface DestinationInput {
  readonly filename: string;
  readonly bundle_id?: string | null | undefined;
  readonly relative_path?: string | null | undefined;
  readonly override?: unknown;
}

/** Finds the link that an upload joins; undefined for a share of its own. */
export function createFindDestination(items: Pick<ShareItems, 'findBundle'>) {
  return async (
    caller: AuthenticatedCaller,
    input: DestinationInput,
  ): Promise<ItemDestination | undefined> => {
    if (!input.bundle_id) return undefined;
    const bundle = authorizeOwner(caller, await items.findBundle(input.bundle_id));
    if (!bundle) throw new AppError('bundles.not_found');
    if (bundle.folderPath !== null) throw new AppError('bundles.is_folder');
    return {
      owner: { bundleId: bundle.id },
      path: checkItemPath(input.relative_path || storedFileName(input.filename)),
      isReplacing: input.override === true,
      linkSlug: bundle.slug,
    };
  };
}
