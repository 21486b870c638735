import { expect, test } from 'vitest';
import { addChosenFiles, chosenFiles } from './chosen-files.ts';

const chosen = (path: string) => {
  const slash = path.lastIndexOf('/');
  const file = new File(['x'], path.slice(slash + 1));
  return { file, directory: path.slice(0, Math.max(0, slash)) };
};

test('chosen files stand in the order of their names, and those of a folder together', () => {
  addChosenFiles(['scan 126.png', 'scan 36.png', 'trip/rome/1.png', 'trip/b.png'].map(chosen));
  addChosenFiles(['Scan 4.png', 'trip 2/a.png', 'trip/a.png', 'scan 36.png'].map(chosen));
  expect(
    chosenFiles
      .get()
      .map(({ file, directory }) => [directory, file.name].filter(Boolean).join('/')),
  ).toEqual([
    ...['Scan 4.png', 'scan 36.png', 'scan 36.png', 'scan 126.png'],
    ...['trip/a.png', 'trip/b.png', 'trip 2/a.png', 'trip/rome/1.png'],
  ]);
});
