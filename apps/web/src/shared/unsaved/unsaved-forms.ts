/** Forms with unsaved changes. */
const forms = new Set<object>();

/** Notes whether a form has unsaved changes. */
export function noteUnsaved(form: object, isUnsaved: boolean): void {
  if (isUnsaved) forms.add(form);
  else forms.delete(form);
}

export function hasUnsavedForms(): boolean {
  return forms.size > 0;
}
