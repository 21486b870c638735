// @vitest-environment node
import { utils, write } from '@e965/xlsx';
import { describe, expect, it } from 'vitest';
import { readSheets } from './read-sheets.ts';
import { sampleWorkbook } from './sample-documents.ts';

describe('the sheets of a workbook', () => {
  it('have the texts that the workbook shows, without hidden sheets', () => {
    const book = utils.book_new();
    const prices = utils.aoa_to_sheet([
      ['fruit', 'price', 'share'],
      ['pear', 3, 0.25],
      [],
      ['plum', null, 1],
    ]);
    Object.assign(prices, { C2: { t: 'n', v: 0.25, z: '0%' } });
    utils.book_append_sheet(book, prices, 'Prices');
    utils.book_append_sheet(book, utils.aoa_to_sheet([['secret']]), 'Notes');
    utils.book_append_sheet(book, utils.aoa_to_sheet([]), 'Empty');
    book.Workbook = { Sheets: [{}, { Hidden: 1 }, {}] };
    const bytes = new Uint8Array(write(book, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer);
    expect(readSheets(bytes)).toEqual([
      {
        name: 'Prices',
        rows: [['fruit', 'price', 'share'], ['pear', '3', '25%'], [], ['plum', '', '1']],
        isCut: false,
      },
      { name: 'Empty', rows: [], isCut: false },
    ]);
  });

  it('are not made of bytes that are no workbook', () => {
    const bytes = Uint8Array.from({ length: 4000 }, (_, at) => (at * at * 31) % 251);
    expect(() => readSheets(bytes)).toThrow('no workbook');
  });

  it('are read from a text, as many programs write', () => {
    const text = new TextEncoder().encode('fruit\tprice\npear\t3\n');
    expect(readSheets(text)[0]?.rows).toEqual([
      ['fruit', 'price'],
      ['pear', '3'],
    ]);
  });

  it('end at the limits of rows, columns and cells', async () => {
    const bytes = await sampleWorkbook(Array.from({ length: 9 }, () => [1, 2, 3]));
    const limits = { rows: 5, columns: 10, cells: 100 };
    const sizeOf = (changed: object) => {
      const [sheet] = readSheets(bytes, { ...limits, ...changed });
      return [sheet?.rows.length, sheet?.rows[0]?.length, sheet?.isCut];
    };
    expect(sizeOf({ rows: 9 })).toEqual([9, 3, false]);
    expect(sizeOf({})).toEqual([5, 3, true]);
    expect(sizeOf({ rows: 9, columns: 2 })).toEqual([9, 2, true]);
    expect(sizeOf({ rows: 9, cells: 7 })).toEqual([2, 3, true]);
  });
});
