import type { z } from 'zod';

/** Schema with named types, which editors show instead of the schema's definition. */
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

/** Fields of `Value`. TypeScript preserves comments only if it maps the very fields that have them. */
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

// The two functions below take zod's core type and cast, because a comparison with all methods of `z.ZodType` makes
// the compiler create some thousand types for each schema.

/**
 * Names the input type of a schema.
 *
 * @example
 * const body = takes<NewThing>()(newThing);
 */
export const takes =
  <Input>() =>
  <Output>(schema: z.core.$ZodType<Output, Input>): Schema<Output, Input> =>
    schema as Schema<Output, Input>;

/**
 * Names the type of a reply's data.
 *
 * @example
 * const data = gives<Thing>(thing);
 */
export const gives = <Data>(schema: z.core.$ZodType<Data, Data>): Schema<Data> =>
  schema as Schema<Data>;
