import { join } from 'node:path';
import { root } from './run.ts';

/** Compiler options as in a `tsconfig.json`. */
export type CompilerOptions = Readonly<Record<string, unknown>>;

/** TypeScript as browsers' projects have it, and as Node's have it: without the DOM. */
const BROWSER = { lib: ['es2024', 'dom', 'dom.iterable'], types: [] };

export const FOR_NODE: CompilerOptions = {
  module: 'nodenext',
  lib: ['es2024'],
  types: ['node'],
  typeRoots: [join(root, 'node_modules/@types')],
};

/** How packages are found, by the compiler's options. */
export const RESOLUTIONS: Readonly<Record<string, CompilerOptions>> = {
  'by nodenext for Node': FOR_NODE,
  'by nodenext for browsers': { module: 'nodenext', ...BROWSER },
  'as by a bundler': { module: 'esnext', moduleResolution: 'bundler', ...BROWSER },
};
