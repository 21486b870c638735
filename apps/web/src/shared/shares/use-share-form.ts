import { ApiError } from '@satchel/api-client/api-error';
import { useState } from 'react';
import { errorSentence } from '#shared/errors/error-sentence.ts';
import { type ShareForm, shareFormOf } from './share-changes.ts';
import { type EditableShare, type OptionProblems, problemsOfOptions } from './share-options.ts';

export interface ShareFormState {
  form: ShareForm;
  setForm: (form: ShareForm) => void;
  problems: OptionProblems;
  isValid: boolean;
  slugError: string | undefined;
  /** The server's objection, if it concerns no single field. */
  error: string | undefined;
}

export function useShareForm(share: EditableShare, refusal: Error | null): ShareFormState {
  const [form, setForm] = useState(() => shareFormOf(share));
  const problems = problemsOfOptions(form);
  const isAboutSlug = refusal instanceof ApiError && refusal.code.startsWith('shares.slug_');
  const sentence = refusal ? errorSentence(refusal) : undefined;
  return {
    form,
    setForm,
    problems,
    isValid: !problems.slug && !problems.maxViews,
    slugError: isAboutSlug ? sentence : undefined,
    error: isAboutSlug ? undefined : sentence,
  };
}
