import { CutUploads } from '#shared/uploads/cut-uploads.tsx';
import { discardPending, usePendingShares } from '#shared/uploads/pending-uploads.ts';
import { useUnfinishedBundles } from '../../uploads/bundles/unfinished-bundles.ts';
import { startUploads } from '../../uploads/uploads.ts';
import { UnfinishedBundleCard } from './list/unfinished-bundle-card.tsx';

/** Lists the bundles, and the uploads of single shares, that the user can resume. */
export function PendingUploads() {
  const bundles = useUnfinishedBundles();
  const shares = usePendingShares().filter(({ target }) => !target.share.bundle_id);
  return (
    <>
      {bundles.map((bundle) => (
        <UnfinishedBundleCard key={bundle.id} bundle={bundle} />
      ))}
      <CutUploads
        frame="card"
        discard={discardPending}
        pending={shares}
        resume={(found) =>
          startUploads(
            found.map(({ file, pending }) => ({
              file,
              share: pending.target.share,
              directory: '',
            })),
          )
        }
      />
    </>
  );
}
