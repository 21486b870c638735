import { pptxToHtml } from '@jvmr/pptx-to-html';
import { documentPage } from './document-page.ts';

const STYLE = `
  body { display: flex; flex-direction: column; align-items: center; gap: 16px; }
  .paper { color: #000; box-shadow: 0 1px 6px rgb(0 0 0 / 0.3); }
  .slide { isolation: isolate; }
`;

/** Makes a page with all slides of a presentation below each other. */
export async function slidesPage(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const slides = await pptxToHtml(bytes.buffer);
  return documentPage(
    slides.map((slide) => `<section class="paper">${slide}</section>`).join(''),
    STYLE,
  );
}
