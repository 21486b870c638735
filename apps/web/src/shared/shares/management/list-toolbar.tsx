import { Button } from '@satchel/ui/button';
import { IconButton } from '@satchel/ui/icon-button';
import { TextField } from '@satchel/ui/text-field';
import { RefreshCw, Search, Trash2, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

export interface ListToolbarProps {
  typed: string;
  onType: (typed: string) => void;
  searchHint: string;
  selectedCount: number;
  onDeleteSelected: () => void;
  onClearSelection: () => void;
  isRefreshing: boolean;
  onRefresh: () => void;
  actions?: ReactNode;
}

export function ListToolbar(props: ListToolbarProps) {
  const { t } = useTranslation('share-lists');
  return (
    <div className="flex flex-wrap items-center gap-2">
      <TextField
        type="search"
        label={t('search')}
        isLabelHidden
        placeholder={props.searchHint}
        icon={<Search />}
        value={props.typed}
        onChange={(event) => props.onType(event.target.value)}
        className="w-full sm:w-72"
      />
      <IconButton
        label={t('refresh')}
        icon={<RefreshCw />}
        variant="outlined"
        isBusy={props.isRefreshing}
        onClick={props.onRefresh}
      />
      <div className="flex flex-wrap items-center gap-2 sm:ml-auto">
        <p role="status" className="text-sm text-ink-muted">
          {props.selectedCount > 0 ? t('selected', { count: props.selectedCount }) : ''}
        </p>
        {props.selectedCount > 0 && (
          <>
            <IconButton label={t('clearSelection')} icon={<X />} onClick={props.onClearSelection} />
            <Button
              variant="danger"
              icon={<Trash2 className="size-4" />}
              onClick={props.onDeleteSelected}
            >
              {t('deleteSelected')}
            </Button>
          </>
        )}
        {props.actions}
      </div>
    </div>
  );
}
