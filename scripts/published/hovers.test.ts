import ts from 'typescript-5';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Consumer, createConsumer } from './consumer.ts';
import { type Editor, fieldsOf, openEditor } from './editor.ts';

interface Method {
  /** Full name in code: `client.textShares.create`. */
  readonly name: string;
  readonly hover: string;
  readonly inputHover: string;
  readonly resultHover: string;
  readonly comment: string;
  readonly input: ts.Type;
}

const CLIENT = `import type { Client } from '@satchel/api-client';
declare const client: Client;
`;

let consumer: Consumer;
let editor: Editor;
let methods: readonly Method[];
beforeAll(async () => {
  consumer = await createConsumer(inject('packed'), ['permissions', 'api-client']);
  const path = consumer.pathOf('hover.ts');
  const names = methodsOf(openEditor(path, `${CLIENT}export { client };`));
  const uses = names.map(
    (name, index) => `
export const method${index}_ = ${name};
export type Input${index}_ = Parameters<typeof ${name}>[0];
export type Result${index}_ = Awaited<ReturnType<typeof ${name}>>;`,
  );
  editor = openEditor(path, `${CLIENT}${uses.join('\n')}\n`);
  methods = names.map((name, index) => describeMethod(name, index));
});
afterAll(() => consumer.remove());

/** The methods of all groups. */
function methodsOf({ program, file }: Editor): readonly string[] {
  const checker = program.getTypeChecker();
  const statement = file.statements.find(ts.isVariableStatement);
  const [client] = statement?.declarationList.declarations ?? [];
  if (!client) throw new Error('there is no client');
  const groups = checker.getPropertiesOfType(checker.getTypeAtLocation(client));
  return groups.flatMap((group) => {
    const type = checker.getTypeOfSymbol(group);
    if (type.getCallSignatures().length > 0) return [];
    const members = checker.getPropertiesOfType(type);
    return members.map((method) => `client.${group.name}.${method.name}`);
  });
}

function describeMethod(name: string, index: number): Method {
  const checker = editor.program.getTypeChecker();
  const alias = editor.file.statements
    .filter(ts.isTypeAliasDeclaration)
    .find((statement) => statement.name.text === `Input${index}_`);
  const access = editor.file.statements
    .filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) => declarationList.declarations)
    .find((declaration) => declaration.name.getText() === `method${index}_`)?.initializer;
  if (!alias || !access || !ts.isPropertyAccessExpression(access)) throw new Error(name);
  const method = checker.getSymbolAtLocation(access.name);
  return {
    name,
    hover: editor.hover(`method${index}_`),
    inputHover: editor.hover(`Input${index}_`),
    resultHover: editor.hover(`Result${index}_`),
    comment: ts.displayPartsToString(method?.getDocumentationComment(checker)),
    input: checker.getTypeAtLocation(alias.type),
  };
}

/** A name or few of them, also of the data that has others beside it. */
const NAMED =
  /^type Result\d+_ = (\{\s+data: )?[\w[\]| ()]+(;|$)|^type Result\d+_ = (UploadHandle|AsyncGenerator)<\w+/;

describe('what an editor shows of the packed client', () => {
  it('has a method for every call, each with a comment', () => {
    expect(methods.length).toBeGreaterThan(90);
    expect(methods.filter(({ comment }) => comment === '').map(({ name }) => name)).toEqual([]);
  });

  it('never shows how a schema is made', () => {
    const shown = methods.flatMap(({ name, hover, inputHover, resultHover }) =>
      [hover, inputHover, resultHover].map((text) => `${name}: ${text}`),
    );
    expect(shown.filter((text) => /Zod|\bz\.|Schema</.test(text))).toEqual([]);
    // An unresolved type would be shown as `any`.
    const unresolved = shown.filter((text) => /\bany\b/.test(text));
    // The results of `begin` and `run` follow from the name that they are given.
    expect(unresolved.filter((text) => !/^client\.fs\.(begin|run):/.test(text))).toEqual([]);
  });

  it('names what a call takes and gives', () => {
    const create = methods.find(({ name }) => name === 'client.textShares.create');
    expect(create?.hover).toMatch(/Call<{\s+body: NewTextShare;\s+}, CreatedTextShare, "/);
    const unnamed = methods.filter(({ resultHover }) => !NAMED.test(resultHover));
    expect(
      unnamed.map(({ name, resultHover }) => `${name} ${resultHover.replace(/\s+/g, ' ')}`),
    ).toEqual([]);
  });

  it('has a comment for every field of every input', () => {
    const fields = methods.flatMap(({ name, input }) =>
      fieldsOf(editor.program, input, '@satchel/api-client').map((field) => ({ name, ...field })),
    );
    expect(fields.length).toBeGreaterThan(200);
    const isPart = /^\.(params|query|body)$/;
    const bare = fields.filter(({ path, comment }) => comment === '' && !isPart.test(path));
    expect(bare.map(({ name, path }) => `${name}${path}`)).toEqual([]);
  });

  it.each([
    ['client.fileShares.uploadDirect', '.query.expires_in', /Hours/],
    ['client.fileShares.officePreview', '.query.expires_in', /seconds/],
    ['client.textShares.create', '.body.maxViews', /0 or null/],
    ['client.textShares.create', '.body.expiresAt', /ISO 8601/],
    ['client.fileShares.presign', '.body.size', /bytes/],
  ])('says the unit of %s%s', (method, path, unit) => {
    const found = methods.find(({ name }) => name === method);
    const fields = found ? fieldsOf(editor.program, found.input, '@satchel/api-client') : [];
    expect(fields.find((field) => field.path === path)?.comment).toMatch(unit);
  });
});
