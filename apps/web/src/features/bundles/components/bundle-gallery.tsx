import { type MouseEvent, memo } from 'react';
import { useTranslation } from 'react-i18next';
import { entryKindOf } from '#shared/file-types/entry-kind.ts';
import { plainName } from '#shared/format/plain-name.ts';
import { Thumbnail } from '#shared/previews/images/thumbnail.tsx';
import type { BundleItem } from '../queries.ts';
import { addressOf, type BundleItemsProps, BundleList, useItemClick } from './bundle-list.tsx';

/** Large thumbnails of pictures; folders and other files stay a list. */
export function BundleGallery(props: BundleItemsProps) {
  const { t } = useTranslation('bundles');
  const open = useItemClick(props);
  const pictures = props.items.filter((item) => entryKindOf(item) === 'image');
  const others = props.items.filter((item) => entryKindOf(item) !== 'image');
  return (
    <div className="flex flex-col gap-4">
      {others.length > 0 && <BundleList {...props} items={others} />}
      <ul
        aria-label={t('content.pictures')}
        className="grid grid-cols-[repeat(auto-fill,minmax(min(9.5rem,30%),1fr))] gap-1.5 sm:grid-cols-[repeat(auto-fill,minmax(12rem,1fr))] sm:gap-2 print:block"
      >
        {pictures.map((item) => (
          <Picture key={item.path} item={item} onOpen={open} />
        ))}
      </ul>
    </div>
  );
}

interface PictureProps {
  item: BundleItem;
  onOpen: (event: MouseEvent, item: BundleItem) => void;
}

const Picture = memo(function Picture({ item, onOpen }: PictureProps) {
  const name = plainName(item.name);
  return (
    <li className="aspect-square [contain-intrinsic-size:auto_12rem] [content-visibility:auto] print:aspect-auto print:[content-visibility:visible]">
      <a
        href={addressOf(item)}
        title={name}
        onClick={(event) => onOpen(event, item)}
        className="group relative flex size-full items-center justify-center overflow-clip rounded-md bg-sunken -outline-offset-2 print:justify-start print:bg-transparent"
      >
        <Thumbnail
          entry={item}
          size={256}
          className="size-full object-cover transition-transform duration-200 group-hover:scale-[1.03] motion-reduce:transition-none motion-reduce:group-hover:scale-100 print:hidden"
        />
        <span className="sr-only print:not-sr-only">{name}</span>
      </a>
    </li>
  );
});
