import { Card } from '@satchel/ui/layout/card';
import { useQuery } from '@tanstack/react-query';
import { useSelector } from '@tanstack/react-store';
import { chosenFiles } from '#shared/uploads/chosen-files.ts';
import { uploadLimitsOptions } from '../../queries.ts';
import { ChosenFiles } from './chosen-files.tsx';
import { TooLargeNotice } from './too-large-notice.tsx';

/** Files beside the text on Home. */
export function AttachedFiles() {
  const chosen = useSelector(chosenFiles);
  const maxBytes = useQuery(uploadLimitsOptions()).data?.maxBytes ?? Number.POSITIVE_INFINITY;
  return (
    <Card className="overflow-clip">
      <ChosenFiles chosen={chosen} maxBytes={maxBytes} />
      <TooLargeNotice chosen={chosen} maxBytes={maxBytes} />
    </Card>
  );
}
