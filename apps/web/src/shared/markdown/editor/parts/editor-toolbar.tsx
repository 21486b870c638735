import { IconButton } from '@satchel/ui/actions/icon-button';
import clsx from 'clsx';
import {
  Bold,
  Code,
  Heading2,
  Italic,
  Link,
  List,
  ListChecks,
  ListOrdered,
  Quote,
  Sigma,
  SquareCode,
  Strikethrough,
  Table,
  Workflow,
} from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IS_MAC } from '#shared/environment/is-mac.ts';
import type { EditCommand } from '../code-mirror/editing-commands.ts';
import { FORMATTING, type FormattingName, shortcutLabel } from '../code-mirror/formatting.ts';

const ICONS: Record<FormattingName, ReactNode> = {
  bold: <Bold />,
  italic: <Italic />,
  strikethrough: <Strikethrough />,
  heading: <Heading2 />,
  quote: <Quote />,
  code: <Code />,
  codeBlock: <SquareCode />,
  link: <Link />,
  bulletList: <List />,
  numberedList: <ListOrdered />,
  taskList: <ListChecks />,
  table: <Table />,
  math: <Sigma />,
  diagram: <Workflow />,
};

export interface EditorToolbarProps {
  isDisabled: boolean;
  onCommand: (command: EditCommand) => void;
}

/** Toolbar with one tab stop; arrow keys move within it (toolbar pattern of the ARIA practices). */
export function EditorToolbar({ isDisabled, onCommand }: EditorToolbarProps) {
  const { t } = useTranslation('markdown');
  const [current, setCurrent] = useState(0);
  const toolbar = useRef<HTMLDivElement>(null);

  function handleKey(event: KeyboardEvent) {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const next = (current + step + FORMATTING.length) % FORMATTING.length;
    setCurrent(next);
    toolbar.current?.querySelectorAll('button')[next]?.focus();
  }

  return (
    <div
      ref={toolbar}
      role="toolbar"
      aria-label={t('editor.toolbar')}
      onKeyDown={handleKey}
      className={clsx(
        'flex min-w-0 flex-wrap items-center pointer-coarse:flex-nowrap',
        // Clips a disabled bar, because disabled buttons take no focus and so the keyboard could not scroll
        // it.
        isDisabled ? 'pointer-coarse:overflow-x-clip' : 'pointer-coarse:overflow-x-auto',
      )}
    >
      {FORMATTING.map(({ name, command, shortcut }, index) => (
        <IconButton
          key={name}
          label={
            shortcut
              ? `${t(`editor.${name}`)} (${shortcutLabel(shortcut, IS_MAC)})`
              : t(`editor.${name}`)
          }
          icon={ICONS[name]}
          size="small"
          tabIndex={index === current ? 0 : -1}
          disabled={isDisabled}
          onFocus={() => setCurrent(index)}
          onClick={() => onCommand(command)}
        />
      ))}
    </div>
  );
}
