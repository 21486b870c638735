import { Skeleton } from '@satchel/ui/feedback/skeleton';
import { TextField } from '@satchel/ui/forms/text-field';
import { Dialog } from '@satchel/ui/overlays/dialog';
import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchWords } from '#shared/command-palette/use-search-words.ts';
import { QueryContent } from '../query-content.tsx';

export interface SearchDialogProps<Row> {
  title: string;
  description: string;
  footer: ReactNode;
  /** Query of the rows that match the words; '' for the newest. */
  rowsOptions: (words: string) => UseQueryOptions<Row[], Error, Row[], string[]>;
  /** Error message for a failed load. */
  failure: string;
  /** Shown where no row matches. */
  empty: string;
  children: (rows: readonly Row[]) => ReactNode;
  onClose: () => void;
}

/** Dialog in which the user searches for rows and chooses from them. */
export function SearchDialog<Row>(props: SearchDialogProps<Row>) {
  const { t } = useTranslation('data-lists');
  const [typed, setTyped] = useState('');
  const query = useQuery(props.rowsOptions(useSearchWords(typed)));
  return (
    <Dialog
      onClose={props.onClose}
      width="medium"
      title={props.title}
      description={props.description}
      footer={props.footer}
    >
      <TextField
        type="search"
        label={t('search')}
        isLabelHidden
        icon={<Search />}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <div className="mt-3 h-72 overflow-y-auto rounded-md border border-line">
        <QueryContent
          query={query}
          failure={props.failure}
          placeholder={<Skeleton className="h-full" />}
        >
          {(rows) =>
            rows.length === 0 ? (
              <p className="p-4 text-sm text-ink-muted">{props.empty}</p>
            ) : (
              props.children(rows)
            )
          }
        </QueryContent>
      </div>
    </Dialog>
  );
}
