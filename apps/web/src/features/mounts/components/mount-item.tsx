import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { Badge } from '@satchel/ui/feedback/badge';
import { Switch } from '@satchel/ui/forms/switch';
import clsx from 'clsx';
import { GripVertical } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { showErrorToast } from '#shared/errors/show-error-toast.ts';
import type { MountRow } from '#shared/mounts/mount-queries.ts';
import { RowMenu } from '#shared/panel/row-menu.tsx';
import type { RowActions } from '#shared/panel/rows-page.tsx';
import { useToggleMount } from '../mutations.ts';

export interface MountItemProps extends RowActions<MountRow> {
  row: MountRow;
  storageName: string | undefined;
}

export function MountItem({ row, storageName, onEdit, onDelete }: MountItemProps) {
  const { t } = useTranslation('mounts');
  const toggle = useToggleMount();
  const isActive = row.is_active === 1;
  const {
    attributes,
    listeners,
    setNodeRef,
    setActivatorNodeRef,
    transform,
    transition,
    isDragging,
  } = useSortable({ id: row.id, attributes: { roleDescription: t('order.handle') } });
  return (
    <li
      ref={setNodeRef}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      className={clsx(
        'flex items-center gap-2 bg-surface py-2.5 pr-3 pl-1',
        isDragging && 'relative z-10 shadow-md',
      )}
    >
      <button
        type="button"
        ref={setActivatorNodeRef}
        {...attributes}
        {...listeners}
        aria-label={t('order.move', { name: row.name })}
        className="touch-target inline-flex size-8 shrink-0 cursor-grab touch-none items-center justify-center rounded-md text-ink-faint hover:bg-hover hover:text-ink active:cursor-grabbing"
      >
        <GripVertical className="size-4" />
      </button>
      <div className="min-w-0 flex-1">
        <button
          type="button"
          onClick={() => onEdit(row)}
          className={clsx(
            'max-w-full text-left font-medium wrap-anywhere hover:underline pointer-coarse:-my-2.5 pointer-coarse:py-2.5',
            !isActive && 'text-ink-muted',
          )}
        >
          {row.name}
        </button>
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-meta text-ink-muted">
          <code className="font-mono wrap-anywhere">{row.mount_path}</code>
          {storageName && (
            <>
              {/* On phones the name starts a line, so there is no dot before it. */}
              <span aria-hidden="true" className="max-sm:hidden">
                ·
              </span>
              <span className="wrap-anywhere">{storageName}</span>
            </>
          )}
          {!isActive && <Badge tone="warning">{t('inactive')}</Badge>}
          {row.web_proxy === 1 && <Badge>{t('marks.webProxy')}</Badge>}
          {row.enable_sign === 1 && <Badge>{t('marks.signed')}</Badge>}
          {row.webdav_policy === '302_redirect' && <Badge>{t('marks.redirect')}</Badge>}
        </p>
      </div>
      <Switch
        label={t('activeOf', { name: row.name })}
        isLabelHidden
        className="shrink-0"
        checked={isActive}
        onChange={(event) =>
          toggle.mutate({ id: row.id, isActive: event.target.checked }, { onError: showErrorToast })
        }
      />
      <RowMenu
        label={t('actionsOf', { name: row.name })}
        onEdit={() => onEdit(row)}
        onDelete={() => onDelete(row)}
      />
    </li>
  );
}
