import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
// TypeScript 7 has no API yet. Its predecessor has the one that editors use.
import ts from 'typescript-5';

/** Language service with an open file. */
export interface Editor {
  readonly program: ts.Program;
  readonly file: ts.SourceFile;
  /** Hover text of a name that occurs in the file once. */
  hover(name: string): string;
}

/** Opens a file of which there need not be any. */
export function openEditor(path: string, content: string): Editor {
  const host: ts.LanguageServiceHost = {
    getCompilationSettings: () => ({
      strict: true,
      exactOptionalPropertyTypes: true,
      module: ts.ModuleKind.NodeNext,
      target: ts.ScriptTarget.ES2023,
      types: [],
      noErrorTruncation: true,
    }),
    getScriptFileNames: () => [path],
    getScriptVersion: () => '1',
    getScriptSnapshot: (name) => {
      const text = name === path ? content : readFileSync(name, 'utf8');
      return ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => dirname(path),
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: (name) => name === path || ts.sys.fileExists(name),
    readFile: (name) => (name === path ? content : ts.sys.readFile(name)),
    readDirectory: ts.sys.readDirectory,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
    ...(ts.sys.realpath && { realpath: ts.sys.realpath }),
  };
  const service = ts.createLanguageService(host);
  const program = service.getProgram();
  const file = program?.getSourceFile(path);
  if (!program || !file) throw new Error(`${path} could not be opened`);
  const mistakes = program.getSemanticDiagnostics(file);
  if (mistakes.length > 0) {
    throw new Error(
      ts.formatDiagnostics(mistakes, {
        ...host,
        getCanonicalFileName: (it) => it,
        getNewLine: () => '\n',
      }),
    );
  }
  return {
    program,
    file,
    hover(name) {
      const info = service.getQuickInfoAtPosition(path, content.indexOf(name));
      return ts.displayPartsToString(info?.displayParts);
    },
  };
}

/** A field of an object, however deep in it. */
export interface Field {
  readonly path: string;
  readonly comment: string;
}

/** Fields of a type that a package declares, nested ones too. */
export function fieldsOf(program: ts.Program, type: ts.Type, packageName: string): Field[] {
  const checker = program.getTypeChecker();
  const collect = (of: ts.Type, path: string): Field[] => {
    if (of.isUnion()) return of.types.flatMap((part) => collect(part, path));
    const element = checker.getIndexTypeOfType(of, ts.IndexKind.Number);
    if (element && checker.isArrayLikeType(of)) return collect(element, `${path}[]`);
    return (
      checker
        .getPropertiesOfType(of)
        // Types derived from another type have no declaration.
        .filter(({ declarations }) => !declarations || isOf(packageName, declarations))
        .flatMap((field) => [
          {
            path: `${path}.${field.name}`,
            comment: ts.displayPartsToString(field.getDocumentationComment(checker)),
          },
          ...collect(checker.getTypeOfSymbol(field), `${path}.${field.name}`),
        ])
    );
  };
  return collect(type, '');
}

const isOf = (packageName: string, declarations: readonly ts.Declaration[]) =>
  declarations.some((it) => it.getSourceFile().fileName.includes(`/node_modules/${packageName}/`));
