import { TextReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js';

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';

type Relation = readonly [type: string, target: string, isExternal?: boolean];

/** Packs the parts of a document, for tests. */
export async function packed(
  parts: Readonly<Record<string, string>>,
): Promise<Uint8Array<ArrayBuffer>> {
  const writer = new ZipWriter(new Uint8ArrayWriter());
  for (const [name, text] of Object.entries(parts)) await writer.add(name, new TextReader(text));
  return writer.close();
}

/** A text document whose body is the given XML. Relation `r1` is the first one, and so on. */
export function sampleWord(body: string, relations: readonly Relation[] = []) {
  return packed({
    '[Content_Types].xml': contentTypes({
      '/word/document.xml': 'wordprocessingml.document.main',
    }),
    '_rels/.rels': relationsOf([['officeDocument', 'word/document.xml']]),
    'word/_rels/document.xml.rels': relationsOf(relations),
    'word/document.xml': `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"
      xmlns:r="${OFFICE}"><w:body>${body}</w:body></w:document>`,
  });
}

/** A paragraph of a text document. */
export const paragraph = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;

/** A workbook with one sheet. */
export function sampleWorkbook(rows: readonly (readonly (string | number)[])[]) {
  const cell = (value: string | number) =>
    typeof value === 'number'
      ? `<c><v>${value}</v></c>`
      : `<c t="inlineStr"><is><t>${value}</t></is></c>`;
  return packed({
    '[Content_Types].xml': contentTypes({
      '/xl/workbook.xml': 'spreadsheetml.sheet.main',
      '/xl/worksheets/sheet1.xml': 'spreadsheetml.worksheet',
    }),
    '_rels/.rels': relationsOf([['officeDocument', 'xl/workbook.xml']]),
    'xl/_rels/workbook.xml.rels': relationsOf([['worksheet', 'worksheets/sheet1.xml']]),
    'xl/workbook.xml': `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"
      xmlns:r="${OFFICE}"><sheets><sheet name="Prices" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"
      ><sheetData>${rows.map((row) => `<row>${row.map(cell).join('')}</row>`).join('')}</sheetData></worksheet>`,
  });
}

/** A presentation whose slides have one text each. */
export function sampleSlides(texts: readonly string[]) {
  const names = texts.map((_, index) => `slides/slide${index + 1}.xml`);
  const slide = (
    text: string,
  ) => `<p:sld xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"
    xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><p:cSld><p:spTree><p:sp>
      <p:nvSpPr><p:cNvPr id="2" name="Text"/><p:cNvSpPr txBox="1"/><p:nvPr/></p:nvSpPr>
      <p:spPr><a:xfrm><a:off x="914400" y="914400"/><a:ext cx="6096000" cy="914400"/></a:xfrm>
        <a:prstGeom prst="rect"/></p:spPr>
      <p:txBody><a:bodyPr/><a:p><a:r><a:rPr sz="2400"/><a:t>${text}</a:t></a:r></a:p></p:txBody>
    </p:sp></p:spTree></p:cSld></p:sld>`;
  const main = 'presentationml.presentation.main';
  return packed({
    '[Content_Types].xml': contentTypes({
      '/ppt/presentation.xml': main,
      ...Object.fromEntries(names.map((name) => [`/ppt/${name}`, 'presentationml.slide'])),
    }),
    '_rels/.rels': relationsOf([['officeDocument', 'ppt/presentation.xml']]),
    'ppt/_rels/presentation.xml.rels': relationsOf(names.map((name) => ['slide', name])),
    'ppt/presentation.xml': `<p:presentation xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"
      xmlns:r="${OFFICE}"><p:sldIdLst>${names
        .map((_, index) => `<p:sldId id="${256 + index}" r:id="r${index + 1}"/>`)
        .join('')}</p:sldIdLst><p:sldSz cx="12192000" cy="6858000"/></p:presentation>`,
    ...Object.fromEntries(names.map((name, index) => [`ppt/${name}`, slide(texts[index] ?? '')])),
  });
}

function contentTypes(parts: Readonly<Record<string, string>>): string {
  const overrides = Object.entries(parts).map(
    ([name, type]) =>
      `<Override PartName="${name}" ContentType="application/vnd.openxmlformats-officedocument.${type}+xml"/>`,
  );
  return `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels"
    ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml"
    ContentType="application/xml"/>${overrides.join('')}</Types>`;
}

function relationsOf(relations: readonly Relation[]): string {
  const rows = relations.map(
    ([type, target, isExternal], index) =>
      `<Relationship Id="r${index + 1}" Type="${OFFICE}/${type}" Target="${target}"${
        isExternal ? ' TargetMode="External"' : ''
      }/>`,
  );
  return `<Relationships xmlns="${PACKAGE}/relationships">${rows.join('')}</Relationships>`;
}
