import { CutUploads } from '#shared/uploads/cut-uploads.tsx';
import { usePendingShares } from '#shared/uploads/pending-uploads.ts';
import { startUploads } from '../../uploads/uploads.ts';

/** Uploads of shares that can go on. */
export function PendingUploads() {
  return (
    <CutUploads
      frame="card"
      pending={usePendingShares()}
      resume={(found) =>
        startUploads(
          found.map(({ file, pending }) => ({ file, share: pending.target.share, directory: '' })),
        )
      }
    />
  );
}
