import { CutUploads } from '#shared/uploads/cut-uploads.tsx';
import { discardPending, usePendingShares } from '#shared/uploads/pending-uploads.ts';
import { startUploads } from '../../uploads/uploads.ts';

/** Lists uploads of shares that the user can resume. */
export function PendingUploads() {
  return (
    <CutUploads
      frame="card"
      discard={discardPending}
      pending={usePendingShares()}
      resume={(found) =>
        startUploads(
          found.map(({ file, pending }) => ({ file, share: pending.target.share, directory: '' })),
        )
      }
    />
  );
}
