import { Card } from '@satchel/ui/layout/card';
import { useQuery } from '@tanstack/react-query';
import { useSelector } from '@tanstack/react-store';
import { useTranslation } from 'react-i18next';
import { chosenFiles, readingDrops } from '#shared/uploads/choosing/chosen-files.ts';
import { uploadLimitsOptions } from '../../queries.ts';
import { ChosenFiles } from './chosen-files.tsx';
import { TooLargeNotice } from './too-large-notice.tsx';

/** Files beside the text on Home. */
export function AttachedFiles() {
  const { t } = useTranslation('file-shares');
  const chosen = useSelector(chosenFiles);
  const isReading = useSelector(readingDrops).length > 0;
  const maxBytes = useQuery(uploadLimitsOptions()).data?.maxBytes ?? Number.POSITIVE_INFINITY;
  return (
    <Card className="overflow-clip">
      {isReading && (
        <p role="status" className="px-4 py-3 text-label">
          {t('upload.reading')}
        </p>
      )}
      {chosen.length > 0 && <ChosenFiles chosen={chosen} maxBytes={maxBytes} />}
      <TooLargeNotice chosen={chosen} maxBytes={maxBytes} />
    </Card>
  );
}
