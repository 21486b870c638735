import { createStoredAtom } from '#shared/session/stored-atom.ts';
import type { UploadKey } from '#shared/uploads/active-uploads.ts';

/** Bundle that this browser has begun to fill. */
export interface BegunBundle {
  readonly id: string;
  /** Title on the upload page; visitors may see another. */
  readonly title: string;
  /** Id of the storage for its files, '' for the default one. */
  readonly storage: string;
}

const stored = createStoredAtom('satchel-unfinished-bundles', (given): readonly BegunBundle[] =>
  Array.isArray(given) ? given.filter(isBegunBundle) : [],
);

/** Bundles that this browser has begun and not completed. Their files may still be uploaded by a tab. */
export const begunBundles = stored.atom;

export function rememberBundle(bundle: BegunBundle): void {
  stored.store([...begunBundles.get().filter(({ id }) => id !== bundle.id), bundle]);
}

export function forgetBundle(id: string): void {
  const left = begunBundles.get().filter((each) => each.id !== id);
  stored.store(left.length > 0 ? left : null);
}

/** Identifies a bundle among the running uploads of all tabs. */
export function bundleKeyOf(id: string): UploadKey {
  return `bundle:${id}`;
}

function isBegunBundle(value: unknown): value is BegunBundle {
  const { id, title, storage } = Object(value) as Partial<Record<keyof BegunBundle, unknown>>;
  return [id, title, storage].every((each) => typeof each === 'string');
}
