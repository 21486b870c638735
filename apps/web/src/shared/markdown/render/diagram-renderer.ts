import mermaid from 'mermaid';

const MAX_SOURCE_LENGTH = 50_000;

let lastId = 0;

/** Draws a diagram as an image, so that its scripts, styles and links cannot affect the page (SECURITY 4). */
export async function drawDiagram(
  source: string,
  isDark: boolean,
  label: string,
): Promise<HTMLImageElement> {
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: 'strict',
    theme: isDark ? 'dark' : 'neutral',
    maxTextSize: MAX_SOURCE_LENGTH,
    // Labels as SVG text, because not all browsers paint HTML inside an SVG image.
    htmlLabels: false,
    flowchart: { htmlLabels: false },
    fontFamily: 'system-ui, sans-serif',
    secure: ['secure', 'securityLevel', 'startOnLoad', 'maxTextSize', 'themeCSS', 'htmlLabels'],
    suppressErrorRendering: true,
  });
  lastId += 1;
  const { svg } = await mermaid.render(`diagram-${lastId}`, source);
  return imageOf(svg, label);
}

function imageOf(svg: string, label: string): HTMLImageElement {
  const root = new DOMParser().parseFromString(svg, 'text/html').querySelector('svg');
  if (!root) throw new Error('Mermaid drew nothing');
  const [, , width = '0', height = '0'] = (root.getAttribute('viewBox') ?? '').split(/[\s,]+/);
  root.setAttribute('width', width);
  root.setAttribute('height', height);
  const image = document.createElement('img');
  image.alt = label;
  image.width = Math.ceil(Number(width));
  image.height = Math.ceil(Number(height));
  const xml = new XMLSerializer().serializeToString(root);
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(xml)}`;
  return image;
}
