import { useState } from 'react';
import { ownerOf } from '#shared/session/session-owner.ts';
import { getSession, subscribeToSession } from '#shared/session/session-store.ts';
import { NO_OPTIONS } from '#shared/shares/share-options.ts';
import type { UploadOptions } from './upload-requests.ts';

const NO_UPLOAD_OPTIONS: UploadOptions = { ...NO_OPTIONS, path: '', useProxy: null, storage: '' };

let kept = NO_UPLOAD_OPTIONS;
let owner = ownerOf(getSession());

subscribeToSession((session) => {
  const next = ownerOf(session);
  if (next === owner) return;
  owner = next;
  kept = NO_UPLOAD_OPTIONS;
});

/** The options of the next upload. They are there after a visit elsewhere, too. */
export function useUploadOptions(): [UploadOptions, (options: UploadOptions) => void] {
  const [options, setOptions] = useState(kept);
  return [
    options,
    (changed) => {
      kept = changed;
      setOptions(changed);
    },
  ];
}
