import { formatBytes } from '@satchel/api-client/format-bytes';
import { Button } from '@satchel/ui/actions/button';
import { Checkbox } from '@satchel/ui/forms/checkbox';
import { Fact, FactList } from '@satchel/ui/lists/fact-list';
import { Dialog } from '@satchel/ui/overlays/dialog';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '#shared/format/format-time.ts';
import { plainName } from '#shared/format/plain-name.ts';
import { useLanguage } from '#shared/i18n/use-language.ts';
import { type ConflictQuestion, useConflict } from './conflicts.ts';

/** Asks about an item whose name is taken, on any page. */
export function ConflictDialog() {
  const asked = useConflict();
  const [isForAll, setIsForAll] = useState(false);
  const { t } = useTranslation('tasks');
  const safest = useRef<HTMLButtonElement>(null);
  if (!asked) return null;
  const { question, left, answer } = asked;
  const { path, choices } = question;
  const parts = path.split('/');
  const name = plainName(parts.at(-1) ?? path);
  return (
    <Dialog
      // Closing skips this item only, which is safe, and does not answer for the others.
      onClose={() => answer('skip', { isForAll: false })}
      title={t('conflict.title', { name })}
      description={t('conflict.inFolder', { folder: plainName(parts.at(-2) || '/') })}
      initialFocus={safest}
      footer={(['skip', 'overwrite', 'keep_both'] as const)
        .filter((choice) => choices.includes(choice))
        .map((choice) => (
          <Button
            key={choice}
            ref={choice === 'keep_both' ? safest : undefined}
            variant={choice === 'keep_both' ? 'primary' : 'secondary'}
            onClick={() => answer(choice, { isForAll: isForAll && left > 0 })}
          >
            {t(`conflict.${choice}`)}
          </Button>
        ))}
    >
      <Comparison question={question} />
      {left > 0 && (
        <Checkbox
          className="mt-4"
          label={t('conflict.forAll', { count: left })}
          checked={isForAll}
          onChange={(event) => setIsForAll(event.target.checked)}
        />
      )}
    </Dialog>
  );
}

function Comparison({ question: { existing, incoming } }: { question: ConflictQuestion }) {
  const { t } = useTranslation('tasks');
  const language = useLanguage();
  const time = (at: string | number | undefined) =>
    at === undefined ? '' : formatDateTime(new Date(at).toISOString(), language);
  const size = (bytes: number | null) => (bytes === null ? '' : formatBytes(bytes));
  const factsOf = (...facts: string[]) => facts.filter(Boolean).join(' · ') || '–';
  return (
    <FactList>
      <Fact term={t('conflict.existing')}>
        {existing.isDirectory
          ? t('conflict.isFolder')
          : factsOf(size(existing.size), time(existing.modified))}
      </Fact>
      <Fact term={t('conflict.incoming')}>
        {factsOf(size(incoming.size), time(incoming.modifiedMs))}
      </Fact>
    </FactList>
  );
}
