import { randomInt } from 'node:crypto';

/** Characters that people do not mistake for each other: no 0 and O, no 1, I and L, no U. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 10;

/** Receipt number of a delivery: short enough to read out, and too long to guess. */
export function createReceipt(): string {
  return Array.from({ length: LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('');
}
