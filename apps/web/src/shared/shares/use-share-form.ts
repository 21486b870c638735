import { useState } from 'react';
import { refusalOf } from './refusal.ts';
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
  const { slug: slugError, other: error } = refusalOf(refusal);
  return {
    form,
    setForm,
    problems,
    isValid: !problems.slug && !problems.maxViews,
    slugError,
    error,
  };
}
