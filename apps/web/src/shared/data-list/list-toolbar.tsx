import { IconButton } from '@satchel/ui/actions/icon-button';
import { Select } from '@satchel/ui/forms/select';
import { TextField } from '@satchel/ui/forms/text-field';
import { RefreshCw, Search } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListState } from './use-list-state.ts';

export interface ListToolbarProps<State extends string> {
  list: Pick<ListState<string, State>, 'box' | 'states' | 'state' | 'setState'>;
  searchHint: string | undefined;
  hasSearch: boolean;
  stateLabel: ((state: State) => string) | undefined;
  allStates: string | undefined;
  isRefreshing: boolean;
  onRefresh: () => void;
  actions: ReactNode;
}

/** Toolbar with search, filter, refresh and the page's own actions. */
export function ListToolbar<State extends string>(props: ListToolbarProps<State>) {
  const { t } = useTranslation('data-lists');
  const { box, states, state, setState } = props.list;
  const { stateLabel = (value) => value } = props;
  return (
    <div className="flex flex-wrap items-center gap-2">
      {props.hasSearch && (
        <form
          className="w-full sm:w-72"
          onSubmit={(event) => {
            event.preventDefault();
            box.submit();
          }}
        >
          <TextField
            type="search"
            label={t('search')}
            isLabelHidden
            placeholder={props.searchHint}
            icon={<Search />}
            value={box.typed}
            onChange={(event) => box.setTyped(event.target.value)}
          />
        </form>
      )}
      {states.length > 0 && (
        <Select
          label={t('filter')}
          isLabelHidden
          className="min-w-[min(9rem,100%)] max-sm:flex-1"
          value={state ?? ''}
          options={[
            { value: '', label: props.allStates ?? t('all') },
            ...states.map((value) => ({ value, label: stateLabel(value) })),
          ]}
          onChange={(event) => setState(states.find((value) => value === event.target.value))}
        />
      )}
      <IconButton
        label={t('refresh')}
        icon={<RefreshCw />}
        variant="outlined"
        isBusy={props.isRefreshing}
        onClick={props.onRefresh}
      />
      <div className="flex flex-wrap items-center gap-2 max-sm:w-full sm:ml-auto">
        {props.actions}
      </div>
    </div>
  );
}
