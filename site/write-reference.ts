import { join } from 'node:path';
import { Application, type TypeDocOptions } from 'typedoc';
import type { PluginOptions } from 'typedoc-plugin-markdown';
import { entriesOf, pages, root } from './packages.ts';

/** Writes a page for each entry point of a package, from the comments in its source. */
export async function writeReference(name: string): Promise<void> {
  const folder = join(root, 'packages', name);
  const entries = entriesOf(name);
  const options: Partial<TypeDocOptions & PluginOptions> = {
    plugin: ['typedoc-plugin-markdown'],
    entryPoints: entries.map(({ source }) => join(folder, source)),
    tsconfig: join(import.meta.dirname, 'tsconfig.reference.json'),
    out: join(pages, name, 'reference'),
    ...{
      router: 'member',
      readme: 'none',
      entryFileName: 'index',
      alwaysCreateEntryPointModule: true,
    },
    ...{ disableSources: true, excludeExternals: true, excludeInternal: true },
    ...{ hideBreadcrumbs: true, hidePageHeader: true, useHTMLEncodedBrackets: true },
    ...{ parametersFormat: 'table', interfacePropertiesFormat: 'table', expandObjects: true },
    // A dead `{@link}` fails the build.
    ...{
      validation: { invalidLink: true, notExported: false },
      treatValidationWarningsAsErrors: true,
    },
    logLevel: 'Warn',
  };
  const application = await Application.bootstrapWithPlugins(options as TypeDocOptions);
  const project = await application.convert();
  if (project === undefined) throw new Error(`TypeDoc cannot read ${name}`);
  application.validate(project);
  project.name = `Reference of @satchel/${name}`;
  for (const module of project.children ?? []) {
    module.name = specifierOf(name, module.name);
  }
  await application.generateOutputs(project);
  if (application.logger.hasErrors() || application.logger.hasWarnings())
    throw new Error(`TypeDoc refuses ${name}`);
}

/** Module name in imports of an entry point, by the name that TypeDoc gives its module. */
function specifierOf(name: string, module: string): string {
  const entry = entriesOf(name).find(({ source }) => source.endsWith(`/${module}.ts`));
  if (entry === undefined) throw new Error(`${module} is no entry of ${name}`);
  return entry.specifier;
}
