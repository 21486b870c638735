import { Button } from '@satchel/ui/actions/button';
import { Eraser, FileInput } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#shared/format/format-number.ts';
import { useLanguage } from '#shared/i18n/use-language.ts';
import { chooseFiles } from '#shared/uploads/choosing/choose-files.ts';

export interface EditorStatusProps {
  length: number;
  isKept: boolean;
  onFile: (file: File) => void;
  onClear: () => void;
}

export function EditorStatus({ length, isKept, onFile, onClear }: EditorStatusProps) {
  const { t } = useTranslation('markdown');
  const language = useLanguage();
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line px-2 py-1 text-xs text-ink-faint">
      <Button
        variant="quiet"
        size="small"
        icon={<FileInput />}
        onClick={() => chooseFiles(([file]) => file && onFile(file), { isMultiple: false })}
      >
        {t('editor.openFile')}
      </Button>
      {length > 0 && (
        <Button variant="quiet" size="small" icon={<Eraser />} onClick={onClear}>
          {t('editor.clear')}
        </Button>
      )}
      <p className="ml-auto flex gap-x-3 pr-1">
        {isKept && <span>{t('editor.draftSaved')}</span>}
        <span className="tabular-nums">
          {t('editor.characters', { count: length, formatted: formatNumber(length, language) })}
        </span>
      </p>
    </div>
  );
}
