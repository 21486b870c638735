import { Info } from 'lucide-react';
import { Badge } from '../src/badge.tsx';
import { Button } from '../src/button.tsx';
import { EmptyState } from '../src/empty-state.tsx';
import { ErrorState } from '../src/error-state.tsx';
import { Notice } from '../src/notice.tsx';
import { ProgressBar } from '../src/progress-bar.tsx';
import { Skeleton } from '../src/skeleton.tsx';
import { Spinner } from '../src/spinner.tsx';
import { showToast } from '../src/toast-store.ts';
import { Specimens } from './specimens.tsx';

const BADGE_TONES = ['neutral', 'accent', 'success', 'warning', 'danger'] as const;
const NOTICE_TONES = ['info', 'warning', 'danger'] as const;
const PROGRESS_TONES = ['accent', 'success', 'danger', 'neutral'] as const;

export function Feedback() {
  return (
    <>
      <Specimens name="Badge">
        {BADGE_TONES.map((tone) => (
          <Badge key={tone} tone={tone}>
            {tone}
          </Badge>
        ))}
      </Specimens>
      <Specimens name="Notice">
        {NOTICE_TONES.map((tone) => (
          <Notice key={tone} tone={tone} icon={<Info />}>
            A notice of tone {tone}
          </Notice>
        ))}
      </Specimens>
      <Specimens name="ProgressBar">
        {PROGRESS_TONES.map((tone) => (
          <ProgressBar
            key={tone}
            label={`Progress, ${tone}`}
            {...{ fraction: 0.6, tone, className: 'w-40' }}
          />
        ))}
        <ProgressBar label="Of unknown length" className="w-40" />
      </Specimens>
      <Specimens name="Spinner">
        <Spinner />
      </Specimens>
      <Specimens name="Skeleton">
        <Skeleton className="h-4 w-40" />
      </Specimens>
      <Specimens name="EmptyState">
        <EmptyState
          title="Nothing here yet"
          description="What you share appears here."
          action={<Button variant="primary">Share something</Button>}
        />
      </Specimens>
      <Specimens name="ErrorState">
        <ErrorState title="That did not work" description="The server cannot be reached." />
      </Specimens>
      <Specimens name="Toaster">
        <Button onClick={() => showToast('success', 'Saved')}>Show a toast</Button>
      </Specimens>
    </>
  );
}
