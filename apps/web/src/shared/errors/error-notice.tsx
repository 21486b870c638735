import { Notice } from '@satchel/ui/feedback/notice';
import { sentenceOf } from './sentence-of.ts';

export interface ErrorNoticeProps {
  /** Anything that was thrown; null or undefined where nothing was. */
  error?: unknown;
  /** Text to show instead of the error's own sentence. */
  sentence?: string | undefined;
}

/** Says in a form why it was not sent; nothing where nothing failed. */
export function ErrorNotice({ error, sentence }: ErrorNoticeProps) {
  const hasFailed = error !== undefined && error !== null;
  const shown = sentence ?? (hasFailed ? sentenceOf(error) : undefined);
  return (
    shown && (
      <Notice tone="danger" role="alert">
        {shown}
      </Notice>
    )
  );
}

/** Scrolls to a new notice, because a long form may end below the window or behind its buttons. */
const showNotice = (notice: HTMLElement | null) => notice?.scrollIntoView({ block: 'nearest' });

/** `ErrorNotice` at the end of a form that scrolls. */
export function FormErrorNotice(props: ErrorNoticeProps) {
  return (
    (props.error ?? props.sentence) !== undefined && (
      <div ref={showNotice} className="scroll-mb-20">
        <ErrorNotice {...props} />
      </div>
    )
  );
}
