import { IconButton } from '@satchel/ui/actions/icon-button';
import { Select } from '@satchel/ui/forms/select';
import { TextField } from '@satchel/ui/forms/text-field';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PAGE_SIZES } from './page-size.ts';

export interface ListPagesProps {
  page: number;
  pageSize: number;
  total: number;
  onPage: (page: number) => void;
  onPageSize: (pageSize: number) => void;
}

/** Pagination of a list: previous, next, a jump to any page, and the page size. */
export function ListPages({ page, pageSize, total, onPage, onPageSize }: ListPagesProps) {
  const { t } = useTranslation('data-lists');
  const pageCount = Math.max(1, Math.ceil(total / pageSize));
  const first = (page - 1) * pageSize + 1;
  const last = Math.min(page * pageSize, total);
  return (
    <nav
      aria-label={t('pages.navigation')}
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2"
    >
      <div className="flex items-center gap-3">
        <Select
          label={t('pages.size')}
          isLabelHidden
          className="w-20"
          value={String(pageSize)}
          options={PAGE_SIZES.map((size) => ({ value: String(size), label: String(size) }))}
          onChange={(event) => onPageSize(Number(event.target.value))}
        />
        <p aria-live="polite" className="text-sm text-ink-muted tabular-nums">
          {t('pages.range', { from: first, to: last, total })}
        </p>
      </div>
      {pageCount > 1 && (
        <div className="flex flex-wrap items-center gap-2">
          <IconButton
            label={t('pages.previous')}
            icon={<ChevronLeft />}
            variant="outlined"
            disabled={page <= 1}
            onClick={() => onPage(page - 1)}
          />
          <PageJump key={page} page={page} pageCount={pageCount} onPage={onPage} />
          <IconButton
            label={t('pages.next')}
            icon={<ChevronRight />}
            variant="outlined"
            tooltipSide="bottom-end"
            disabled={page >= pageCount}
            onClick={() => onPage(page + 1)}
          />
        </div>
      )}
    </nav>
  );
}

interface PageJumpProps {
  page: number;
  pageCount: number;
  onPage: (page: number) => void;
}

function PageJump({ page, pageCount, onPage }: PageJumpProps) {
  const { t } = useTranslation('data-lists');
  const [typed, setTyped] = useState(String(page));

  function jump(event?: FormEvent) {
    event?.preventDefault();
    const number = Math.round(Number(typed));
    const next = Number.isFinite(number) ? Math.max(1, Math.min(number, pageCount)) : page;
    setTyped(String(next));
    if (next !== page) onPage(next);
  }

  return (
    <form noValidate onSubmit={jump} className="flex items-center gap-2 text-sm text-ink-muted">
      <TextField
        label={t('pages.jump')}
        isLabelHidden
        inputMode="numeric"
        autoComplete="off"
        className="w-14 [&_input]:text-center [&_input]:tabular-nums"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={() => jump()}
      />
      <span className="whitespace-nowrap tabular-nums">{t('pages.of', { count: pageCount })}</span>
    </form>
  );
}
