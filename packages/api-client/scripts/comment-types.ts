import { globSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
// The compiler of the repository has no API yet; its predecessor has, and reads the same language.
import ts from 'typescript-5';

const source = join(import.meta.dirname, '../src');

/** An interface that has its fields from a schema, as it stands in a declaration file. */
const NAMED = /interface (\w+) extends (?:Input|Output)Of<(?:typeof (\w+))?[^{]*> \{\s*\}/g;

/** A schema without a comment, as it stands in a declaration file. */
const BARE_SCHEMA = /(?<!\*\/\n)^declare const (\w+): (?:z\.|Schema<(\w+)?)/gm;

/**
 * Writes the fields of these interfaces out, with their comments. The compiler itself infers the types of
 * schemas anew and drops the comments, so that editors would show none. Each schema gets a comment that names
 * its interface.
 */
export async function commentTypes(dist: string): Promise<void> {
  const files = globSync(join(source, 'contract/*.ts'));
  const program = ts.createProgram(files, {
    strict: true,
    exactOptionalPropertyTypes: true,
    allowImportingTsExtensions: true,
    noEmit: true,
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2024,
  });
  for (const file of files) {
    const fields = fieldsOfInterfaces(program, file);
    const path = join(dist, 'contract', basename(file).replace(/\.ts$/, '.d.ts'));
    const declarations = await readFile(path, 'utf8');
    const named = new Map<string, string>();
    const written = declarations.replace(NAMED, (_, name: string, schema: string | undefined) => {
      if (schema !== undefined) named.set(schema, name);
      const lines = fields.get(name);
      if (lines === undefined)
        throw new Error(`${path} declares ${name}, which its source does not`);
      return `interface ${name} {\n${lines}}`;
    });
    const withSchemas = written.replace(BARE_SCHEMA, (line, schema: string, type?: string) => {
      const name = type ?? named.get(schema);
      const comment = name === undefined ? 'A schema of calls' : `The schema of {@link ${name}}`;
      return `/** ${comment}. */\n${line}`;
    });
    await writeFile(path, withComments(withSchemas));
  }
}

/**
 * Puts comments where editors find them. The bundler writes the comment of a member behind the member above
 * it, and gives whole modules, which it exports under a made-up name, none.
 */
function withComments(declarations: string): string {
  return declarations
    .replace(/; (\/\*\*(?:(?!\*\/).)*\*\/)\n(\s*)/gs, ';\n$2$1\n$2')
    .replace(/^declare namespace \w+_d_exports/gm, '/** All exports of this module. */\n$&');
}

function fieldsOfInterfaces(program: ts.Program, path: string): ReadonlyMap<string, string> {
  const checker = program.getTypeChecker();
  const file = program.getSourceFile(path);
  const interfaces = file?.statements.filter(ts.isInterfaceDeclaration) ?? [];
  return new Map(
    interfaces.map((declaration) => {
      const fields = checker.getPropertiesOfType(checker.getTypeAtLocation(declaration));
      const lines = fields.map((field) => fieldOf(checker, field, declaration));
      return [declaration.name.text, lines.join('')];
    }),
  );
}

function fieldOf(checker: ts.TypeChecker, field: ts.Symbol, declaration: ts.Node): string {
  const comment = ts.displayPartsToString(field.getDocumentationComment(checker));
  const lines = comment.split('\n').map((line) => `   * ${line}\n`);
  const type = checker.typeToString(
    checker.getTypeOfSymbol(field),
    declaration,
    ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.UseFullyQualifiedType,
  );
  const mark = field.flags & ts.SymbolFlags.Optional ? '?' : '';
  return `${comment && `  /**\n${lines.join('')}   */\n`}  ${field.name}${mark}: ${withImports(type)};\n`;
}

/** Types of other files come with the whole path of these. */
const withImports = (type: string) =>
  type.replace(/import\("[^"]*\/([\w-]+)"\)/g, 'import("./$1.js")');
