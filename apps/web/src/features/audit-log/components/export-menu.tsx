import { Menu } from '@satchel/ui/overlays/menu';
import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { saveFile } from '#shared/browser/save-file.ts';
import { resultToasts } from '#shared/errors/result-toasts.ts';

const FORMATS = ['csv', 'json'] as const;
type Format = (typeof FORMATS)[number];

/** Downloads all pages of the filtered list. */
export function ExportMenu({ fetchAs }: { fetchAs: (format: Format) => Promise<Blob> }) {
  const { t } = useTranslation('audit-log');
  const save = useMutation({
    mutationFn: async (format: Format) => {
      const day = new Date().toISOString().slice(0, 10);
      saveFile(await fetchAs(format), `audit-log-${day}.${format}`);
    },
    ...resultToasts(t('exported')),
  });
  return (
    <Menu
      isLabelShown
      label={t('export')}
      icon={<Download />}
      items={FORMATS.map((format) => ({
        key: format,
        label: t(`exportAs.${format}`),
        icon: <Download />,
        onSelect: () => save.mutate(format),
      }))}
    />
  );
}
