import { Notice } from '@satchel/ui/feedback/notice';
import { refusalOf } from './refusal.ts';

/** Shows why the server refused a share, unless a field shows the reason. */
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
