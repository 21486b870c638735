import { type ChosenFile, filesOfInput } from '@satchel/multipart-uploader/drop';
import { Button } from '@satchel/ui/actions/button';
import { Card } from '@satchel/ui/layout/card';
import clsx from 'clsx';
import { Circle, CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { chooseFiles } from '#shared/uploads/choosing/choose-files.ts';
import { receiveDrop } from '#shared/uploads/choosing/receive-drop.ts';

export interface WantedItemsProps {
  wanted: readonly string[];
  answered: ReadonlySet<string>;
  onFiles: (files: readonly ChosenFile[], item: string) => void;
}

/** Items that the request asks for. A file is chosen for one, or dropped on it. */
export function WantedItems({ wanted, answered, onFiles }: WantedItemsProps) {
  const { t } = useTranslation('upload-requests');
  return (
    <Card className="overflow-clip">
      <div className="flex items-baseline justify-between gap-3 border-b border-line px-4 py-3">
        <h2 className="text-heading">{t('wanted.title')}</h2>
        <span role="status" className="figures text-meta text-ink-muted">
          {t('wanted.progress', { done: answered.size, total: wanted.length })}
        </span>
      </div>
      <ul>
        {wanted.map((item) => (
          <WantedItem
            key={item}
            item={item}
            isAnswered={answered.has(item)}
            onFiles={(files) => onFiles(files, item)}
          />
        ))}
      </ul>
    </Card>
  );
}

interface WantedItemProps {
  item: string;
  isAnswered: boolean;
  onFiles: (files: readonly ChosenFile[]) => void;
}

function WantedItem({ item, isAnswered, onFiles }: WantedItemProps) {
  const { t } = useTranslation('upload-requests');
  const [isOver, setIsOver] = useState(false);
  const Icon = isAnswered ? CircleCheck : Circle;
  return (
    <li
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setIsOver(false);
        void receiveDrop(event.dataTransfer).then(({ files }) => onFiles(files));
      }}
      className={clsx(
        'flex min-h-14 items-center gap-3 border-t border-line px-4 py-2 first:border-0',
        isOver && 'bg-accent-soft',
      )}
    >
      <Icon
        aria-hidden="true"
        className={clsx('size-5 shrink-0', isAnswered ? 'text-success' : 'text-ink-faint')}
      />
      <span className="min-w-0 flex-1 text-body wrap-anywhere">
        {item}
        <span className="sr-only"> ({t(isAnswered ? 'wanted.there' : 'wanted.missing')})</span>
      </span>
      <Button
        size="small"
        variant={isAnswered ? 'quiet' : 'secondary'}
        aria-label={t('wanted.choose', { item })}
        onClick={() => chooseFiles((files) => onFiles(filesOfInput(files)))}
      >
        {t('wanted.chooseShort')}
      </Button>
    </li>
  );
}
