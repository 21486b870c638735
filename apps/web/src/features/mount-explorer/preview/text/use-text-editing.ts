import { showToast } from '@satchel/ui/feedback/toast-store';
import { useQueryClient } from '@tanstack/react-query';
import i18next from 'i18next';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { showErrorToast } from '#shared/errors/show-error-toast.ts';
import type { PreviewFile } from '#shared/previews/source/preview-source.ts';
import type { LoadedText } from '#shared/previews/text/text-format.ts';
import { parentOf } from '../../entry-path.ts';
import { isConflict } from '../../mutations.ts';
import { entryOptions, explorerKeys } from '../../queries.ts';
import { forgetEditDraft, readEditDraft, takeEditDraft, writeEditDraft } from './edit-draft.ts';
import { loadEditorLanguage } from './editor-language.ts';
import { isDeleted, NEW_FILE, saveText, saveTextCopy } from './save-text.ts';
import { createTextEditorView, type TextEditorView, type TextState } from './text-editor-view.ts';

const DRAFT_DELAY_MS = 500;

interface TextEditingOptions {
  readonly file: PreviewFile;
  readonly loaded: LoadedText;
  readonly container: RefObject<HTMLElement | null>;
  readonly label: string;
  readonly onDirty: (isDirty: boolean) => void;
  readonly onSaving: (isSaving: boolean) => void;
  readonly onEnd: () => void;
}

/** Text that could not be saved, because the file was changed or deleted since it was loaded. */
export interface Conflict {
  readonly text: string;
  readonly isFileDeleted: boolean;
}

/** Editing state: the editor, the version that it started from, and whether they differ. */
interface Session {
  readonly view: TextEditorView;
  saved: TextState;
  etag: string;
}

/** Edits a text: stores drafts, saves it, and detects changes by others. */
export function useTextEditing(options: TextEditingOptions) {
  const { file, loaded, container, onDirty, onSaving, onEnd } = options;
  const { path } = file;
  const queryClient = useQueryClient();
  const session = useRef<Session | null>(null);
  const latest = useRef(options);
  latest.current = options;
  const [isDirty, setIsDirty] = useState(false);
  const [isSaving, setIsSaving] = useState(false);
  const isSavingNow = useRef(false);
  /** Whether the user has asked to save what was typed while the text was being saved. */
  const savesAgain = useRef(false);
  const [isRestored, setIsRestored] = useState(false);
  const [conflict, setConflict] = useState<Conflict | null>(null);

  const noteDirty = () => {
    const current = session.current;
    const isNowDirty = current !== null && !current.view.state().eq(current.saved);
    setIsDirty(isNowDirty);
    onDirty(isNowDirty);
    return isNowDirty;
  };

  const noteSaving = (isNowSaving: boolean) => {
    isSavingNow.current = isNowSaving;
    setIsSaving(isNowSaving);
    onSaving(isNowSaving);
  };

  const saveWith = async (etag: string | null) => {
    const current = session.current;
    if (!current || isSavingNow.current) return;
    const state = current.view.state();
    const text = state.toString();
    noteSaving(true);
    try {
      current.etag = await saveText(path, text, loaded.format, etag);
      current.saved = state;
      setConflict(null);
      setIsRestored(false);
      // Keeps the draft if the user typed while the text was being saved.
      if (session.current === current && !noteDirty()) forgetEditDraft(path);
      queryClient.setQueryData<LoadedText>([...explorerKeys.entry(path), 'text'], {
        ...loaded,
        format: { ...loaded.format, isUtf8: true },
        text,
        etag: current.etag,
      });
      refresh(queryClient, path);
    } catch (error) {
      savesAgain.current = false;
      if (isConflict(error)) setConflict({ text, isFileDeleted: await isDeleted(path) });
      else showErrorToast(error);
    } finally {
      noteSaving(false);
    }
    if (savesAgain.current) save();
  };

  /** Discards unsaved changes, because the editor is about to close. */
  const forget = () => {
    if (session.current) session.current.saved = session.current.view.state();
    forgetEditDraft(path);
  };

  const save = () => {
    savesAgain.current = isSavingNow.current;
    if (noteDirty()) void saveWith(session.current?.etag ?? null);
  };

  const saveCopy = async () => {
    if (conflict === null) return;
    noteSaving(true);
    try {
      const name = await saveTextCopy(path, conflict.text, loaded.format);
      forget();
      onDirty(false);
      showToast('success', i18next.t('entry-preview:conflict.copied', { name }));
      refresh(queryClient, path);
      // Loads the version that others have saved.
      void queryClient.resetQueries({ queryKey: [...explorerKeys.entry(path), 'text'] });
      onEnd();
    } catch (error) {
      showErrorToast(error);
      noteSaving(false);
    }
  };

  const handlers = useRef({ noteDirty, save });
  handlers.current = { noteDirty, save };

  useEffect(() => {
    const parent = container.current;
    if (!parent) return;
    const { loaded: first, label } = latest.current;
    /** Whether the stored draft is of this editor. */
    let isDraftOwn = false;
    const keepDraft = () => {
      clearTimeout(timer);
      timer = undefined;
      const current = session.current;
      if (!current) return;
      if (handlers.current.noteDirty()) {
        isDraftOwn = true;
        writeEditDraft(path, { text: current.view.state().toString(), etag: current.etag });
      } else if (isDraftOwn) forgetEditDraft(path);
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const view = createTextEditorView({
      parent,
      text: first.text,
      label,
      language: loadEditorLanguage(file.name),
      onChange() {
        handlers.current.noteDirty();
        clearTimeout(timer);
        timer = setTimeout(keepDraft, DRAFT_DELAY_MS);
      },
      onSave: () => handlers.current.save(),
    });
    const current: Session = { view, saved: view.state(), etag: first.etag };
    session.current = current;
    view.focus();
    void readEditDraft(path).then((draft) => {
      if (!draft || session.current !== current || draft.text === first.text) return;
      // Keeps text that the user typed while the draft was loading.
      if (!view.state().eq(current.saved)) return;
      isDraftOwn = true;
      takeEditDraft(path, draft);
      view.replaceText(draft.text);
      current.etag = draft.etag || first.etag;
      setIsRestored(true);
    });
    window.addEventListener('pagehide', keepDraft);
    return () => {
      window.removeEventListener('pagehide', keepDraft);
      // Stores the last words, which the pending timer has not stored yet.
      if (timer !== undefined) keepDraft();
      session.current = null;
      view.destroy();
    };
  }, [container, path]);

  return {
    isDirty,
    isSaving,
    isRestored,
    conflict,
    save,
    overwrite: () => void saveWith(conflict?.isFileDeleted ? NEW_FILE : null),
    saveCopy: () => void saveCopy(),
    forget,
    closeConflict: () => setConflict(null),
  };
}

/** Refreshes the entry and its list, because size and time have changed. */
function refresh(queryClient: ReturnType<typeof useQueryClient>, path: string): void {
  const entry = entryOptions(path).queryKey;
  void queryClient.invalidateQueries({ queryKey: entry, exact: true });
  void queryClient.invalidateQueries({ queryKey: explorerKeys.directory(parentOf(path)) });
}
