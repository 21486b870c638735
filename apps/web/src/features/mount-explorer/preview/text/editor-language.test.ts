import { ensureSyntaxTree } from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import { loadEditorLanguage } from './editor-language.ts';

/** Names of the syntax nodes that the editor finds in a document. */
async function nodesOf(name: string, doc: string): Promise<readonly string[]> {
  const state = EditorState.create({ doc, extensions: await loadEditorLanguage(name) });
  const nodes: string[] = [];
  ensureSyntaxTree(state, doc.length, 5000)?.iterate({
    enter: ({ name: node }) => void nodes.push(node),
  });
  return nodes;
}

describe('the language of the editor', () => {
  it('is that of the name of the file', async () => {
    expect(await nodesOf('a.TS', 'let a: string = 1')).toContain('TypeAnnotation');
    expect(await nodesOf('a.css', 'p { color: red }')).toContain('RuleSet');
    expect(await nodesOf('a.svg', '<p class="x">')).toContain('AttributeName');
    expect(await nodesOf('read.md', '# Title')).toContain('ATXHeading1');
  });

  it('takes JSON for a value, and no statement', async () => {
    const nodes = await nodesOf('a.json', '{ "a": [1, null] }');
    expect(nodes).toContain('ObjectExpression');
    expect(nodes).not.toContain('⚠');
  });

  it('is none where the name says nothing', async () => {
    expect(await nodesOf('notes.txt', 'let a = 1')).toEqual([]);
    expect(await nodesOf('.json', '{}')).toEqual([]);
  });
});
