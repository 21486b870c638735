/*
 * Method, path and kind of reply of the calls about links with several files, like `routes.ts`. Without
 * schemas, so that browsers load it without zod.
 */

import type { Routes } from '../endpoint.ts';

/** Several files, or a folder of a mount, behind one link. */
export const bundles = {
  /** Create a bundle. */
  create: { method: 'POST', path: '/api/bundles' },
  /** List bundles. */
  list: { method: 'GET', path: '/api/bundles', extras: true },
  /** Read one bundle. */
  get: { method: 'GET', path: '/api/bundles/:id' },
  /** Change a bundle. */
  update: { method: 'PUT', path: '/api/bundles/:id' },
  /** Delete bundles. */
  delete: { method: 'DELETE', path: '/api/bundles/batch-delete' },
  /** List the items of an own bundle. */
  listItems: { method: 'GET', path: '/api/bundles/:id/items' },
  /** Add existing file shares or files of mounts to a bundle. */
  addItems: { method: 'POST', path: '/api/bundles/:id/items' },
  /** Remove items from a bundle. */
  removeItems: { method: 'DELETE', path: '/api/bundles/:id/items' },
  /** Announce files that will be uploaded, and report their progress. */
  announce: { method: 'POST', path: '/api/bundles/:id/coming' },
  /** Mark a bundle as complete. */
  complete: { method: 'POST', path: '/api/bundles/:id/complete' },
  /** View a bundle. */
  view: { method: 'GET', path: '/api/public/bundles/:slug' },
  /** Open a bundle that has a password. */
  unlock: { method: 'POST', path: '/api/public/bundles/:slug/verify' },
  /** List the items of a bundle. */
  items: { method: 'GET', path: '/api/public/bundles/:slug/items' },
  /** Follow the changes of a bundle. */
  events: { method: 'GET', path: '/api/public/bundles/:slug/events', kind: 'stream' },
  /** Read a file of a bundle. */
  readFile: { method: 'GET', path: '/api/bundle-file/:slug/*', kind: 'stream' },
  /** Download a bundle as a zip archive. */
  archive: { method: 'GET', path: '/api/bundle-archive/:slug', kind: 'stream' },
} as const satisfies Routes;

/** Links through which others send files in. */
export const uploadRequests = {
  /** Create an upload request. */
  create: { method: 'POST', path: '/api/requests' },
  /** List upload requests. */
  list: { method: 'GET', path: '/api/requests', extras: true },
  /** Read one upload request. */
  get: { method: 'GET', path: '/api/requests/:id' },
  /** Change an upload request. */
  update: { method: 'PUT', path: '/api/requests/:id' },
  /** Delete upload requests. */
  delete: { method: 'DELETE', path: '/api/requests/batch-delete' },
  /** List the deliveries of an upload request. */
  deliveries: { method: 'GET', path: '/api/requests/:id/deliveries' },
  /** Mark deliveries as seen. */
  markSeen: { method: 'POST', path: '/api/requests/:id/deliveries/seen' },
  /** Delete deliveries with their files. */
  deleteDeliveries: { method: 'DELETE', path: '/api/requests/:id/deliveries' },
  /** Make a bundle of a delivery. */
  bundle: { method: 'POST', path: '/api/requests/:id/deliveries/:delivery/bundle' },
  /** Move the files of a delivery into a folder of a mount. */
  move: { method: 'POST', path: '/api/requests/:id/deliveries/:delivery/move' },
  /** Download a file of a delivery. */
  readFile: {
    method: 'GET',
    path: '/api/requests/:id/deliveries/:delivery/file',
    kind: 'stream',
  },
  /** Download a delivery as a zip archive. */
  archive: {
    method: 'GET',
    path: '/api/requests/:id/deliveries/:delivery/archive',
    kind: 'stream',
  },
  /** View an upload request. */
  view: { method: 'GET', path: '/api/public/requests/:slug' },
  /** Start a delivery. */
  enter: { method: 'POST', path: '/api/public/requests/:slug/enter' },
  /** Read the own delivery. */
  delivery: { method: 'GET', path: '/api/public/requests/:slug/delivery' },
  /** Finish the own delivery. */
  finish: { method: 'POST', path: '/api/public/requests/:slug/done' },
} as const satisfies Routes;

/** Webhook calls to owners of links, for administrators. */
export const notifications = {
  /** List notifications. */
  list: { method: 'GET', path: '/api/admin/notifications' },
  /** Send a notification again. */
  retry: { method: 'POST', path: '/api/admin/notifications/:id/retry' },
} as const satisfies Routes;
