import { Button } from '@satchel/ui/actions/button';
import { IconButton } from '@satchel/ui/actions/icon-button';
import { VirtualList } from '@satchel/ui/lists/virtual-list';
import { SideSheet } from '@satchel/ui/overlays/side-sheet';
import { useSelector } from '@tanstack/react-store';
import { File, Folder, PackageOpen, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { plainName } from '#shared/format/plain-name.ts';
import { nameOf, parentOf } from '../../entry-path.ts';
import { basket, packRequest, removeFromBasket } from './basket.ts';

const ROW_HEIGHT_PX = 52;

/** Button of the basket, shown unless the basket is empty, and a panel with its items. */
export function BasketPanel() {
  const { t } = useTranslation('transfers');
  const [isOpen, setIsOpen] = useState(false);
  const paths = useSelector(basket);
  if (paths.length === 0) return null;
  return (
    <>
      <Button size="small" icon={<PackageOpen />} onClick={() => setIsOpen(true)}>
        <span className="sr-only">{t('basket.open', { count: paths.length })}</span>
        <span aria-hidden="true" className="tabular-nums">
          {paths.length}
        </span>
      </Button>
      {isOpen && (
        <SideSheet
          onClose={() => setIsOpen(false)}
          title={t('basket.title')}
          description={t('basket.hint')}
          footer={
            <>
              <Button onClick={() => removeFromBasket(paths)}>{t('basket.clear')}</Button>
              <Button
                variant="primary"
                onClick={() => {
                  setIsOpen(false);
                  packRequest.set(paths);
                }}
              >
                {t('basket.download')}
              </Button>
            </>
          }
        >
          <VirtualList
            label={t('basket.list')}
            items={paths}
            getKey={(path) => path}
            rowHeightPx={ROW_HEIGHT_PX}
            className="h-[60dvh]"
            renderItem={(path) => <BasketRow path={path} />}
          />
        </SideSheet>
      )}
    </>
  );
}

function BasketRow({ path }: { path: string }) {
  const { t } = useTranslation('transfers');
  const name = plainName(nameOf(path));
  const Icon = path.endsWith('/') ? Folder : File;
  return (
    <div className="flex h-13 items-center gap-3">
      <Icon className="size-4.5 shrink-0 text-ink-faint" />
      <div className="min-w-0 flex-1">
        <p className="truncate text-label">{name}</p>
        <p className="truncate text-caption text-ink-faint">{parentOf(path)}</p>
      </div>
      <IconButton
        size="small"
        label={t('basket.remove', { name })}
        icon={<X />}
        onClick={() => removeFromBasket([path])}
      />
    </div>
  );
}
