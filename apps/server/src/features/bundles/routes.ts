import {
  addBundleItems,
  announceBundleFiles,
  completeBundle,
  createBundle,
  deleteBundles,
  getBundle,
  listBundleItems,
  listBundles,
  removeBundleItems,
  updateBundle,
} from '@satchel/api-client/contract/bundles';
import { presentFailed, presentFound, removeByIds } from '#http/contract/item-results.ts';
import { type HttpDependencies, mountEndpoint } from '#http/contract/mount-endpoint.ts';
import { pageAt, presentKeyInfo } from '#http/contract/pagination.ts';
import {
  type BundleRouteDependencies,
  bundleContentRoutes,
  bundleVisitRoutes,
} from './visiting/visit-routes.ts';

export async function bundleRoutes(
  http: HttpDependencies,
  dependencies: BundleRouteDependencies,
): Promise<void> {
  bundleVisitRoutes(http, dependencies);
  bundleContentRoutes(http, dependencies);
  bundleOwnerRoutes(http, dependencies);
  bundleItemRoutes(http, dependencies);
}

function bundleOwnerRoutes(
  http: HttpDependencies,
  { bundles, present }: BundleRouteDependencies,
): void {
  mountEndpoint(http, createBundle, async ({ caller, body, origin, signal, onceId }) => {
    const { bundle, plainSecret } = await bundles.create(caller, body, signal, onceId);
    return { ...(await present.owned(bundle, caller, origin)), notify_secret: plainSecret };
  });
  mountEndpoint(http, listBundles, async ({ caller, query, origin }) => {
    const { created_by: createdBy, ...page } = query;
    const listed = await bundles.list(caller, { createdBy, ...page });
    const rows = await present.rows(listed.bundles, caller, origin);
    const pagination = pageAt(listed.total, page.limit, page.offset, rows.length);
    return { data: { bundles: rows, pagination }, ...presentKeyInfo(caller) };
  });
  mountEndpoint(http, getBundle, async ({ caller, params, origin }) =>
    present.owned(await bundles.get(caller, params.id), caller, origin),
  );
  mountEndpoint(http, updateBundle, async ({ caller, params, body, origin }) => {
    const { bundle, plainSecret } = await bundles.update(caller, params.id, body);
    return { ...(await present.owned(bundle, caller, origin)), notify_secret: plainSecret };
  });
  const deletion = { action: 'shares.bundles_deleted', notFound: 'bundles.not_found' } as const;
  mountEndpoint(http, deleteBundles, (call) =>
    removeByIds(http, call, deletion, (ids) => bundles.remove(call.caller, ids)),
  );
  mountEndpoint(http, completeBundle, async ({ caller, params, origin }) =>
    present.owned(await bundles.complete(caller, params.id), caller, origin),
  );
}

function bundleItemRoutes(
  http: HttpDependencies,
  { bundles, present }: BundleRouteDependencies,
): void {
  mountEndpoint(http, listBundleItems, async ({ caller, params, query, signal }) => {
    const bundle = await bundles.get(caller, params.id);
    return present.items(await bundles.content.list(bundle, query, signal), true);
  });
  mountEndpoint(http, addBundleItems, async ({ caller, params, body, language, signal }) => {
    const added = { fileIds: body.file_ids ?? [], paths: body.paths ?? [] };
    const { paths, failed } = await bundles.addItems(caller, params.id, added, signal);
    return { paths: [...paths], failed: presentFailed(failed, language) };
  });
  mountEndpoint(http, removeBundleItems, async ({ caller, params, body, language }) => {
    const { wanted, found } = await bundles.removeItems(caller, params.id, body.paths);
    return presentFound(wanted, found, 'bundles.item_not_found', language);
  });
  mountEndpoint(http, announceBundleFiles, async ({ caller, params, body }) => {
    await bundles.announce(caller, params.id, body.items);
    return null;
  });
}
