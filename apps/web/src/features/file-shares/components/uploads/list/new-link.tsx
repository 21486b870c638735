import { Button } from '@satchel/ui/actions/button';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SlugField } from '#shared/shares/options/share-inputs.tsx';
import { problemsOfOptions } from '#shared/shares/options/share-options.ts';
import type { UploadTask } from '../../../uploads/upload-task.ts';

/** Asks for another slug if the first one was taken. The file is still in memory. Empty for a random slug. */
export function NewLink({ task }: { task: UploadTask }) {
  const { t } = useTranslation('file-shares');
  const [slug, setSlug] = useState(task.request.share.slug ?? '');
  const { slug: problem } = problemsOfOptions({ slug, maxViews: '' });

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!problem) task.rename(slug);
  }

  return (
    <form noValidate onSubmit={submit} className="mt-2 flex flex-wrap items-start gap-2 sm:pl-12">
      <SlugField
        label={t('upload.newLink', { name: task.title })}
        isLabelHidden
        prefix="/file/"
        value={slug}
        hasProblem={problem}
        className="min-w-0 flex-[1_1_12rem] sm:max-w-xs"
        // Keeps keys such as Home and the arrows from moving the list's focus.
        onKeyDown={(event) => event.stopPropagation()}
        onChange={(event) => setSlug(event.target.value)}
      />
      <Button type="submit">{t('upload.tryLink')}</Button>
    </form>
  );
}
