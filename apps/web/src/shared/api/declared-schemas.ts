/**
 * Replaces `zod` in the browser (see `vite.config.ts`). The contract declares its schemas with zod,
 * but the browser never validates: it reads only method, path and the names of `extras`. The real
 * library would be 30 kB of the first page's 150.
 */
interface DeclaredSchema {
  readonly shape: Readonly<Record<string, unknown>>;
  extend(more: Readonly<Record<string, unknown>>): DeclaredSchema;
}

const VALIDATING = new Set(['parse', 'safeParse', 'parseAsync', 'safeParseAsync', 'decode']);

function declare(shape: Readonly<Record<string, unknown>>): DeclaredSchema {
  const own: Readonly<Record<string, unknown>> = {
    shape,
    extend: (more: Readonly<Record<string, unknown>>) => declare({ ...shape, ...more }),
    object: declare,
  };
  return new Proxy(() => undefined, {
    get(_, name) {
      if (typeof name === 'string' && VALIDATING.has(name)) {
        throw new Error(`Schemas are only declared in the browser: ${name} works on the server`);
      }
      return own[String(name)] ?? declare(shape);
    },
    apply: () => declare(shape),
  }) as unknown as DeclaredSchema;
}

export const z = declare({});
