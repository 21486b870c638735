import { directoryOf, nameOf } from '#shared/format/item-path.ts';

/** Place in the explorer, as the router's `navigate` takes it. */
export interface ExplorerPlace {
  readonly to: '/mount-explorer/$';
  readonly params: { readonly _splat: string };
  readonly search?: { readonly preview: string };
}

/** @param path path of a folder of a mount, with or without a slash at its end */
export function explorerFolder(path: string): ExplorerPlace {
  return { to: '/mount-explorer/$', params: { _splat: path.replace(/^\/|\/$/g, '') } };
}

/** The folder of a file, with the file's preview open. */
export function explorerFile(path: string): ExplorerPlace {
  return { ...explorerFolder(directoryOf(path)), search: { preview: nameOf(path) } };
}
