type NameOf<Values, Value> = {
  [Name in keyof Values]: Values[Name] extends Value ? Name : never;
}[keyof Values] &
  string;

/** Functions that return the props of inputs for a form's values. */
export interface BoundFields<Values> {
  /** For text inputs. */
  text: (name: NameOf<Values, string>) => {
    value: string;
    onChange: (event: { target: { value: string } }) => void;
  };
  /** For switches and checkboxes. */
  toggle: (name: NameOf<Values, boolean>) => {
    checked: boolean;
    onChange: (event: { target: { checked: boolean } }) => void;
  };
  /** For inputs that report a value instead of an event. */
  value: <Name extends keyof Values & string>(
    name: Name,
  ) => { value: Values[Name]; onChange: (value: Values[Name]) => void };
}

/** Values of a form, and functions that change them. */
export interface FormState<Values, Problem extends string = never> extends BoundFields<Values> {
  readonly values: Values;
  readonly problems: ReadonlySet<Problem>;
  edit: (changes: Partial<Values>) => void;
}

/** @param edit changes some of the values */
export function bindFields<Values extends object>(
  values: Values,
  edit: (changes: Partial<Values>) => void,
): BoundFields<Values> {
  const set = (name: keyof Values, value: unknown) => edit({ [name]: value } as Partial<Values>);
  return {
    text: (name) => ({
      value: values[name] as string,
      onChange: ({ target }) => set(name, target.value),
    }),
    toggle: (name) => ({
      checked: values[name] as boolean,
      onChange: ({ target }) => set(name, target.checked),
    }),
    value: (name) => ({ value: values[name], onChange: (value) => set(name, value) }),
  };
}
