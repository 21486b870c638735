const CONTROLS = ['input', 'select', 'textarea'].map((name) => `${name}:invalid`);
const PROBLEMS = [...CONTROLS, '[aria-invalid="true"]', '[data-problem]'].join(', ');

/**
 * Shows what prevents saving a form: marks its empty required fields, and focuses the first field with a
 * problem, also in folded options.
 */
export function showProblems(form: HTMLFormElement): void {
  form.checkValidity();
  const field = form.querySelector<HTMLElement>(PROBLEMS);
  const folded = field?.closest('details');
  if (folded) folded.open = true;
  field?.focus();
}
