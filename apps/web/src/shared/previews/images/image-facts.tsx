import { Fact, FactList } from '@satchel/ui/lists/fact-list';
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
  return (
    // Hidden if no fact is known.
    <section className="mt-5 hidden border-t border-line pt-4 has-[dd]:block">
      <h3 className="text-label font-semibold">{t('exif.title')}</h3>
      <FactList isStacked className="mt-2 text-sm">
        <Fact term={t('exif.taken')}>
          {DateTimeOriginal && formatDateTime(DateTimeOriginal.toISOString(), language)}
        </Fact>
        <Fact term={t('exif.camera')}>{[Make, Model].filter(Boolean).join(' ')}</Fact>
        <Fact term={t('exif.lens')}>{LensModel}</Fact>
        <Fact term={t('exif.exposure')}>{exposureOf(facts.data)}</Fact>
        <Fact term={t('exif.place')}>{placeOf(facts.data)}</Fact>
        <Fact term={t('exif.software')}>{Software}</Fact>
      </FactList>
    </section>
  );
}
