import { type CellObject, read, type WorkSheet } from '@e965/xlsx';
import { isBinaryFile } from '#shared/text/decode-bytes.ts';

/** One sheet of a workbook, as text that is formatted like in the workbook. */
export interface Sheet {
  readonly name: string;
  readonly rows: readonly (readonly string[])[];
  /** Whether the sheet has more rows or columns than read. */
  readonly isCut: boolean;
}

export interface SheetLimits {
  readonly rows: number;
  readonly columns: number;
  /** Limit for all sheets together. */
  readonly cells: number;
}

/** A million cells are some 100 MB in memory. Longer tables are for other programs. */
const LIMITS: SheetLimits = { rows: 20_000, columns: 256, cells: 1_000_000 };

/** First bytes of binary workbooks: zip archives, compound files of Excel 97, and what Excel 2 to 4 wrote. */
const BINARY_STARTS = [
  [0x50, 0x4b],
  [0xd0, 0xcf, 0x11, 0xe0],
  [0x09, 0x00],
  [0x09, 0x02],
  [0x09, 0x04],
];

/**
 * Reads the visible sheets of a workbook. Runs no formula: workbooks contain the results. Texts are read as well,
 * because many programs name tables of text or HTML `.xls`.
 *
 * @throws Error if the file is neither a workbook nor a text; the library would make a table of its bytes
 */
export function readSheets(bytes: Uint8Array, limits = LIMITS): readonly Sheet[] {
  const isWorkbook = BINARY_STARTS.some((start) => start.every((byte, at) => bytes[at] === byte));
  if (!isWorkbook && isBinaryFile(bytes)) throw new Error('This file is no workbook.');
  const book = read(bytes, {
    type: 'array',
    dense: true,
    // One more, which tells that there are more.
    sheetRows: limits.rows + 1,
    cellFormula: false,
    cellHTML: false,
  });
  let cells = limits.cells;
  return book.SheetNames.flatMap((name, index) => {
    const sheet = book.Sheets[name];
    if (!sheet || book.Workbook?.Sheets?.[index]?.Hidden) return [];
    const { rows, isCut } = rowsOf(sheet, { ...limits, cells });
    for (const row of rows) cells -= row.length;
    return [{ name, rows, isCut }];
  });
}

function rowsOf(sheet: WorkSheet, limits: SheetLimits): Pick<Sheet, 'rows' | 'isCut'> {
  const data = sheet['!data'] ?? [];
  const rows: string[][] = [];
  let isCut = data.length > limits.rows;
  let cells = limits.cells;
  for (let at = 0; at < Math.min(data.length, limits.rows); at += 1) {
    const texts = textsOf(data[at] ?? [], limits.columns);
    cells -= texts.length;
    if (cells < 0) {
      isCut = true;
      break;
    }
    isCut ||= (data[at]?.length ?? 0) > limits.columns;
    rows.push(texts);
  }
  while (rows.at(-1)?.length === 0) rows.pop();
  return { rows, isCut };
}

/** Cells of a row without empty ones at its end. Rows and cells that are empty may be missing. */
function textsOf(row: readonly (CellObject | undefined)[], columns: number): string[] {
  const texts = Array.from({ length: Math.min(row.length, columns) }, (_, column) => {
    const cell = row[column];
    return cell?.w ?? String(cell?.v ?? '');
  });
  while (texts.at(-1) === '') texts.pop();
  return texts;
}
