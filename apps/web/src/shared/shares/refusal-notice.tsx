import { Notice } from '@satchel/ui/feedback/notice';
import { refusalOf } from './refusal.ts';

/** Why the server did not make a share, unless that is shown at a field. */
export function RefusalNotice({ error }: { error: Error }) {
  const { other } = refusalOf(error);
  return (
    other && (
      <Notice tone="danger" role="alert">
        {other}
      </Notice>
    )
  );
}
