import { CutUploads } from '#shared/uploads/cut-uploads.tsx';
import { discardPending, usePendingEntries } from '#shared/uploads/pending-uploads.ts';
import { childPath, plainPath } from '../../entry-path.ts';
import { uploadFiles } from './upload-entries.ts';

/** Lists uploads into mounts that the user can resume. */
export function PendingUploads() {
  return (
    <CutUploads
      frame="bar"
      discard={discardPending}
      pending={usePendingEntries()}
      resume={(found) => {
        for (const { file, pending } of found) {
          const { directory } = pending.target;
          const path = childPath(directory, pending.file.name);
          uploadFiles(pending.file.name, plainPath(directory), [{ file, path }]);
        }
      }}
    />
  );
}
