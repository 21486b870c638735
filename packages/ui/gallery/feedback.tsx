import { CloudOff, Filter, Inbox, Info } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../src/actions/button.tsx';
import { Chip } from '../src/actions/chip.tsx';
import { Badge } from '../src/feedback/badge.tsx';
import { EmptyState } from '../src/feedback/empty-state.tsx';
import { ErrorState } from '../src/feedback/error-state.tsx';
import { Notice } from '../src/feedback/notice.tsx';
import { ProgressBar } from '../src/feedback/progress-bar.tsx';
import { Skeleton } from '../src/feedback/skeleton.tsx';
import { SkeletonRows } from '../src/feedback/skeleton-rows.tsx';
import { Spinner } from '../src/feedback/spinner.tsx';
import { showToast, showToastWhile } from '../src/feedback/toast-store.ts';
import { Specimens } from './specimens.tsx';

const BADGE_TONES = ['neutral', 'accent', 'saddle', 'success', 'warning', 'danger'] as const;
const NOTICE_TONES = ['info', 'warning', 'danger'] as const;
const PROGRESS_TONES = ['accent', 'success', 'danger', 'neutral'] as const;

export function Feedback() {
  return (
    <>
      <Toasts />
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
        <ProgressBar
          label="Uploading"
          fraction={0.32}
          detail="4 of 12 files, 2 minutes left"
          className="w-full"
        />
      </Specimens>
      <Specimens name="Spinner">
        <Spinner />
      </Specimens>
      <Specimens name="Skeleton">
        <Skeleton className="h-4 w-40" />
      </Specimens>
      <Specimens name="SkeletonRows" isStacked>
        <SkeletonRows count={3} />
      </Specimens>
      <Specimens name="EmptyState" isStacked>
        <EmptyState
          icon={<Inbox />}
          title="Nothing here yet"
          description="What you share appears here."
          action={<Button variant="primary">Share something</Button>}
        />
      </Specimens>
      <Specimens name="ErrorState" isStacked>
        <ErrorState
          icon={<CloudOff />}
          title="That did not work"
          description="The server cannot be reached."
          action={<Button>Try again</Button>}
        />
      </Specimens>
      <Specimens name="Chip">
        <Chip label="In all folders" />
        <Chip label="Images" icon={<Filter />} tone="saddle" />
      </Specimens>
    </>
  );
}

/** Long enough for a busy machine to see that it takes a while. */
const WORK_MS = 2500;

function Toasts() {
  const [undone, setUndone] = useState(0);
  const [count, setCount] = useState(0);
  function undoable() {
    const action = { label: 'Undo', onAction: () => setUndone((number) => number + 1) };
    showToast('success', '3 files deleted', {
      action,
      description: 'They are gone in 10 seconds.',
    });
  }
  function work() {
    const sentences = {
      loading: 'Copying 12 files',
      success: () => '12 files copied',
      error: () => 'Nothing was copied',
    };
    showToastWhile(new Promise((resolve) => setTimeout(resolve, WORK_MS)), sentences);
  }
  return (
    <Specimens name="Toaster">
      <Button onClick={() => showToast('success', 'Saved')}>Show a toast</Button>
      <Button onClick={undoable}>Delete, with a way back</Button>
      <Button onClick={work}>Something that takes a while</Button>
      <Button
        onClick={() => {
          setCount(count + 1);
          showToast('error', `Upload ${count + 1} failed`, { durationMs: 0 });
        }}
      >
        One that stays
      </Button>
      <output className="text-meta text-ink-muted">Undone: {undone}</output>
    </Specimens>
  );
}
