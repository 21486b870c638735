import { createOwnedAtom } from '#shared/session/owned-atom.ts';
import { NO_OPTIONS } from '#shared/shares/share-options.ts';
import type { UploadOptions } from './upload-requests.ts';

const NO_UPLOAD_OPTIONS: UploadOptions = { ...NO_OPTIONS, path: '', useProxy: null, storage: '' };

/** The options of the next upload. They are there after a visit elsewhere, too. */
export const uploadOptions = createOwnedAtom(() => NO_UPLOAD_OPTIONS);
