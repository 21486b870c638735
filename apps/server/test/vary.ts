import { basename } from 'node:path';

/**
 * Returns one of the databases or systems for a suite whose code has no SQL of its own, or all of them with
 * `SATCHEL_TEST_ALL=1`. Which one depends on the name of the file, so that each feature is tested once, and each
 * database by half of the features.
 *
 * @param file path of the suite
 */
export function vary<Choice>(choices: readonly Choice[], file: string): readonly Choice[] {
  if (process.env.SATCHEL_TEST_ALL === '1') return choices;
  const sum = [...basename(file)].reduce((total, letter) => total + letter.charCodeAt(0), 0);
  const index = sum % choices.length;
  return choices.slice(index, index + 1);
}
