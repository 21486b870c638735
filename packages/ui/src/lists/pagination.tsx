import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Button } from '../actions/button.tsx';
import { Select } from '../forms/select.tsx';

export interface PaginationLabels {
  navigation: string;
  previous: string;
  next: string;
  pageSize: string;
  /** For example "11–20 of 48". */
  range: string;
}

export interface PaginationProps {
  page: number;
  pageSize: number;
  total: number;
  pageSizes: readonly number[];
  labels: PaginationLabels;
  onPageChange: (page: number) => void;
  onPageSizeChange: (pageSize: number) => void;
}

export function Pagination({
  page,
  pageSize,
  total,
  pageSizes,
  labels,
  onPageChange,
  onPageSizeChange,
}: PaginationProps) {
  const pageCount = Math.max(1, Math.ceil(total / pageSize));
  return (
    <nav
      aria-label={labels.navigation}
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2"
    >
      <div className="flex items-center gap-3">
        <Select
          label={labels.pageSize}
          isLabelHidden
          className="w-24"
          value={String(pageSize)}
          options={pageSizes.map((size) => ({ value: String(size), label: String(size) }))}
          onChange={(event) => onPageSizeChange(Number(event.target.value))}
        />
        <p aria-live="polite" className="text-sm text-ink-muted tabular-nums">
          {labels.range}
        </p>
      </div>
      <div className="flex gap-2">
        <Button
          icon={<ChevronLeft className="size-4" />}
          disabled={page <= 1}
          onClick={() => onPageChange(page - 1)}
        >
          {labels.previous}
        </Button>
        <Button disabled={page >= pageCount} onClick={() => onPageChange(page + 1)}>
          {labels.next}
          <ChevronRight className="size-4" />
        </Button>
      </div>
    </nav>
  );
}
