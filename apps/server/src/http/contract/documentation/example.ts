import type { z } from 'zod';
import { COMMON_VALUES, FEATURE_VALUES } from './example-values.ts';

type Schema = z.core.JSONSchema.JSONSchema;

const TIME = '2026-06-01T09:00:00.000Z';

/**
 * Example value for the API documentation that matches a schema. It has the required members, and the
 * optional ones that the contract or `example-values.ts` has a value for. `name` is the member's name,
 * or `body` or `data`.
 */
export function exampleOf(schema: Schema, feature: string, name: string): unknown {
  return knownValue(schema, feature, name) ?? derivedValue(schema, feature, name);
}

function knownValue(schema: Schema, feature: string, name: string): unknown {
  const key = name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  const values = [...declaredValues(schema), FEATURE_VALUES[feature]?.[key], COMMON_VALUES[key]];
  return values.find((value) => value !== undefined && fits(schema, value));
}

/** Values that the contract declares with `.meta({ examples })`. */
function declaredValues({ examples = [], anyOf = [] }: Schema): unknown[] {
  return [...examples, ...anyOf.flatMap(declaredValues)];
}

/** True if a value has a schema's type and form; does not check members. */
function fits(schema: Schema, value: unknown): boolean {
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return options.some((option) => fits(option, value));
  const literals = schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);
  if (literals) return literals.some((literal) => literal === value);
  const { pattern = '', type } = schema;
  return (
    [type].flat().some((one) => isOfType(value, one)) && new RegExp(pattern, 'u').test(`${value}`)
  );
}

function isOfType(value: unknown, type: Schema['type']): boolean {
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'null' || value === null) return type === 'null' && value === null;
  return type === (Array.isArray(value) ? 'array' : typeof value);
}

function derivedValue(schema: Schema, feature: string, name: string): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const [option] = schema.anyOf ?? schema.oneOf ?? [];
  if (fits(schema, null)) return null;
  if (option) return exampleOf(option, feature, name);
  const { type, format, items } = schema;
  if (type === 'object') return objectOf(schema, feature);
  if (type === 'array') return [exampleOf(items as Schema, feature, name)];
  if (type === 'string') return format === 'date-time' ? TIME : undefined;
  return type === 'boolean' ? false : 1;
}

function objectOf({ properties = {}, required = [] }: Schema, feature: string): object {
  const members = Object.entries(properties).map(([name, member]) => {
    const make = required.includes(name) ? exampleOf : knownValue;
    return [name, make(member as Schema, feature, name)];
  });
  return Object.fromEntries(members.filter(([, value]) => value !== undefined));
}
