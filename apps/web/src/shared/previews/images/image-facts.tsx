import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '#shared/format/format-time.ts';
import { useLanguage } from '#shared/i18n/use-language.ts';
import { readBytes } from '../source/preview-content.ts';
import { type PreviewFile, usePreviewSource } from '../source/preview-source.ts';
import { exposureOf, placeOf, type RawExif } from './exif-facts.ts';

/** Length of the file's start that the EXIF reader gets, because cameras write EXIF there. */
const HEAD_BYTES = 256 * 1024;
const TAGS = [
  ...['Make', 'Model', 'LensModel', 'ExposureTime', 'FNumber', 'ISO', 'FocalLength'],
  ...['DateTimeOriginal', 'latitude', 'longitude', 'GPSLatitude', 'GPSLongitude'],
  ...['GPSLatitudeRef', 'GPSLongitudeRef', 'Software'],
];

/** Shows the EXIF data that the camera wrote into the image. */
export function ImageFacts({ file }: { file: PreviewFile }) {
  const { t } = useTranslation('entry-preview');
  const language = useLanguage();
  const source = usePreviewSource();
  const { path, size, etag } = file;
  const facts = useQuery({
    queryKey: [...source.keyOf(path), 'exif', etag],
    queryFn: async ({ signal }): Promise<RawExif> => {
      const length = Math.min(size ?? HEAD_BYTES, HEAD_BYTES);
      const [bytes, { parse }] = await Promise.all([
        readBytes(source, path, 0, Math.max(length, 1), signal),
        import('exifr'),
      ]);
      return ((await parse(bytes, TAGS).catch(() => undefined)) ?? {}) as RawExif;
    },
    retry: false,
  });
  if (!facts.data) return null;
  const { Make, Model, LensModel, DateTimeOriginal, Software } = facts.data;
  const rows = [
    [t('exif.taken'), DateTimeOriginal && formatDateTime(DateTimeOriginal.toISOString(), language)],
    [t('exif.camera'), [Make, Model].filter(Boolean).join(' ')],
    [t('exif.lens'), LensModel],
    [t('exif.exposure'), exposureOf(facts.data)],
    [t('exif.place'), placeOf(facts.data)],
    [t('exif.software'), Software],
  ] as const;
  const known = rows.filter(([, value]) => value);
  if (known.length === 0) return null;
  return (
    <section className="mt-5 border-t border-line pt-4">
      <h3 className="text-label font-semibold">{t('exif.title')}</h3>
      <dl className="mt-2 flex flex-col gap-2.5 text-sm">
        {known.map(([term, value]) => (
          <div key={term}>
            <dt className="text-caption text-ink-faint">{term}</dt>
            <dd className="text-ink wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
