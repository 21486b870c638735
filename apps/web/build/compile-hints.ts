import type { Plugin } from 'vite';

/**
 * Tells V8 that nearly all of the named chunks runs when the app starts, so that it compiles them beside
 * the main thread while they are loaded, instead of function by function on the main thread
 * (https://v8.dev/blog/explicit-compile-hints). Other engines read a comment.
 */
export function compileHints(names: readonly string[]): Plugin {
  return {
    name: 'satchel:compile-hints',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      // After Vite's own list of preloads, which it writes to the top as well.
      order: 'post',
      handler(_options, bundle) {
        for (const chunk of Object.values(bundle)) {
          if (chunk.type === 'chunk' && names.includes(chunk.name) && !chunk.isDynamicEntry) {
            chunk.code = `//# allFunctionsCalledOnLoad\n${chunk.code}`;
          }
        }
      },
    },
  };
}
