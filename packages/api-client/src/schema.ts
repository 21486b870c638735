import type { z } from 'zod';

/** A schema whose types have names, which editors show in place of how the schema is made. */
export interface Schema<Output, Input = Output> extends z.ZodType<Output, Input> {}

/**
 * Input type of an object schema, with the comments of its fields. Interfaces extend it to give it a name.
 *
 * @example
 * interface NewThing extends InputOf<typeof newThing> {}
 */
export type InputOf<Of extends z.ZodObject> = Commented<Of['shape'], z.input<Of>>;

/**
 * Output type of an object schema, with the comments of its fields. Interfaces extend it to give it a name.
 *
 * @example
 * interface Thing extends OutputOf<typeof thing> {}
 */
export type OutputOf<Of extends z.ZodObject> = Commented<Of['shape'], z.output<Of>>;

/** The fields of `Value`. TypeScript keeps comments only where it maps the very fields that have them. */
type Commented<Shape, Value> = Merged<
  Typed<Pick<Shape, keyof Shape & RequiredNames<Value>>, Value> &
    Partial<Typed<Pick<Shape, keyof Shape & Exclude<keyof Value, RequiredNames<Value>>>, Value>>
>;

type Typed<Fields, Value> = {
  -readonly [Name in keyof Fields]: Name extends keyof Value ? Value[Name] : never;
};

type Merged<Parts> = { [Name in keyof Parts]: Parts[Name] };

type RequiredNames<Value> = {
  [Name in keyof Value]-?: Record<never, never> extends Pick<Value, Name> ? never : Name;
}[keyof Value];

/**
 * Gives what a schema takes its name.
 *
 * @example
 * const body = takes<NewThing>()(newThing);
 */
export const takes =
  <Input>() =>
  <Output>(schema: z.ZodType<Output, Input>): Schema<Output, Input> =>
    schema;

/**
 * Gives the data of a reply its name.
 *
 * @example
 * const data = gives<Thing>(thing);
 */
export const gives = <Data>(schema: z.ZodType<Data, Data>): Schema<Data> => schema;
