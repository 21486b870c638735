import { formatBytes } from '@satchel/api-client/format-bytes';
import { showToast } from '@satchel/ui/feedback/toast-store';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

const PROBLEM_TEXT = {
  too_large: 'editor.fileTooLarge',
  not_text: 'editor.notText',
  unreadable: 'editor.fileUnreadable',
} as const;

export interface LoadedFile {
  name: string;
  text: string;
}

export interface TextFileLoader {
  load: (file: File) => Promise<void>;
  /** A file that waits for the user's confirmation before it replaces the text. */
  pending: LoadedFile | null;
  confirm: () => void;
  cancel: () => void;
}

/** @param onOther takes a file that is no text, or is too long; without it, the reason is shown */
export function useTextFileLoader(
  isEmpty: boolean,
  onLoad: (text: string) => void,
  onOther?: (file: File) => void,
): TextFileLoader {
  const { t } = useTranslation('markdown');
  const [pending, setPending] = useState<LoadedFile | null>(null);

  function take({ name, text }: LoadedFile) {
    onLoad(text);
    setPending(null);
    showToast('success', t('editor.loaded', { name }));
  }

  return {
    pending,
    cancel: () => setPending(null),
    confirm: () => {
      if (pending) take(pending);
    },
    async load(file) {
      const result = await import('./text-file.ts').then(
        ({ readTextFile }) => readTextFile(file),
        () => ({ ok: false, problem: 'unreadable' }) as const,
      );
      if (!result.ok && onOther && result.problem !== 'unreadable') {
        onOther(file);
        return;
      }
      if (!result.ok) {
        const details = { name: file.name, size: formatBytes(file.size) };
        showToast('error', t(PROBLEM_TEXT[result.problem], details));
        return;
      }
      const loaded = { name: file.name, text: result.text };
      if (isEmpty) take(loaded);
      else setPending(loaded);
    },
  };
}
