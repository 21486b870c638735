import { expect, it } from 'vitest';
import { createTextEditorView } from './text-editor-view.ts';

it('a single carriage return stays in its line, which nobody has edited', () => {
  Range.prototype.getClientRects = () => document.createElement('p').getClientRects();
  const view = createTextEditorView({
    parent: document.createElement('div'),
    text: 'a\rb\nc\n',
    label: 'notes.csv',
    language: Promise.resolve([]),
    onChange: () => {},
    onSave: () => {},
  });
  expect(view.state().toString()).toBe('a\rb\nc\n');
  view.replaceText('d\re\n');
  expect(view.state().toString()).toBe('d\re\n');
  view.destroy();
});
