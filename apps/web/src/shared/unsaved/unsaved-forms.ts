import { createTabFlag } from '#shared/browser/tab-flag.ts';

/** Forms with unsaved changes. */
const forms = new Set<object>();
const flag = createTabFlag('unsaved');

/** Notes whether a form has unsaved changes. */
export function noteUnsaved(form: object, isUnsaved: boolean): void {
  if (isUnsaved) forms.add(form);
  else forms.delete(form);
  flag.set(forms.size > 0);
}

export function hasUnsavedForms(): boolean {
  return forms.size > 0;
}

export const hasUnsavedFormsElsewhere = flag.isSetElsewhere;
