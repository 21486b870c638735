export interface EnhancementTexts {
  copy: string;
  copied: string;
  diagram: string;
  diagramFailed: string;
}

export interface EnhancementOptions {
  isDark: boolean;
  texts: EnhancementTexts;
  signal: AbortSignal;
}

const DIAGRAM = 'language-mermaid';

/** Adds highlighting, maths, diagrams and copy buttons. The code of each loads only if the text needs it. */
export async function enhanceMarkdown(
  root: HTMLElement,
  options: EnhancementOptions,
): Promise<void> {
  for (const scrollable of root.querySelectorAll<HTMLElement>('pre')) scrollable.tabIndex = 0;
  nameTaskBoxes(root);
  addCopyButtons(root, options.texts);
  await afterFirstPaint();
  if (options.signal.aborted) return;
  await Promise.allSettled([
    enhanceCode(root, options.signal),
    enhanceMath(root, options.signal),
    enhanceDiagrams(root, options),
  ]);
}

let hasPainted = false;

/**
 * Waits until the text is painted, because highlighting, maths and diagrams load hundreds of kilobytes. Once
 * that code is loaded, later texts do not wait.
 */
async function afterFirstPaint(): Promise<void> {
  if (hasPainted) return;
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100)));
  hasPainted = true;
}

async function enhanceCode(root: HTMLElement, signal: AbortSignal): Promise<void> {
  const blocks = [...root.querySelectorAll<HTMLElement>(`pre > code[class^="language-"]`)].filter(
    (block) => !block.classList.contains(DIAGRAM),
  );
  if (blocks.length === 0) return;
  const { highlightCode } = await import('./code-highlighter.ts');
  if (signal.aborted) return;
  await Promise.all(
    blocks.map((block) => highlightCode(block, block.className.slice('language-'.length))),
  );
}

async function enhanceMath(root: HTMLElement, signal: AbortSignal): Promise<void> {
  const formulas = root.querySelectorAll<HTMLElement>('.math-inline, .math-display');
  if (formulas.length === 0) return;
  const { renderMath } = await import('./math-renderer.ts');
  if (signal.aborted) return;
  for (const formula of formulas) renderMath(formula);
}

// Cached, because the preview renders at every pause of typing while its diagrams rarely change.
const drawn = new Map<string, HTMLImageElement>();
const MAX_DRAWN = 40;

async function enhanceDiagrams(root: HTMLElement, options: EnhancementOptions): Promise<void> {
  const blocks = [...root.querySelectorAll<HTMLElement>(`pre > code.${DIAGRAM}`)];
  if (blocks.length === 0) return;
  const { drawDiagram } = await import('./diagram-renderer.ts');
  for (const block of blocks) {
    if (options.signal.aborted) return;
    const source = block.textContent;
    const key = `${options.isDark}${options.texts.diagram}${source}`;
    try {
      const image =
        drawn.get(key) ?? (await drawDiagram(source, options.isDark, options.texts.diagram));
      if (drawn.size >= MAX_DRAWN) drawn.clear();
      drawn.set(key, image);
      // With its button, which would lie on the diagram.
      (block.closest('.code-block') ?? block.closest('pre'))?.replaceWith(figureOf(image));
    } catch {
      block.closest('pre')?.before(noteOf(options.texts.diagramFailed));
    }
  }
}

function figureOf(image: HTMLImageElement): HTMLElement {
  const figure = document.createElement('figure');
  figure.className = 'diagram';
  figure.append(image.cloneNode());
  return figure;
}

function noteOf(text: string): HTMLElement {
  const note = document.createElement('p');
  note.className = 'diagram-failed';
  note.textContent = text;
  return note;
}

/** Names each checkbox after its task, because screen readers need a name. */
function nameTaskBoxes(root: HTMLElement): void {
  for (const box of root.querySelectorAll('input')) {
    const task = box.closest('li')?.textContent.trim().split('\n')[0];
    box.setAttribute('aria-label', task || '✓');
  }
}

function addCopyButtons(root: HTMLElement, texts: EnhancementTexts): void {
  for (const block of root.querySelectorAll<HTMLElement>('pre')) {
    const code = block.textContent;
    const frame = document.createElement('div');
    frame.className = 'code-block';
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = texts.copy;
    button.addEventListener('click', () => void copyAndSay(button, code, texts));
    block.replaceWith(frame);
    frame.append(block, button);
  }
}

async function copyAndSay(button: HTMLElement, code: string, texts: EnhancementTexts) {
  try {
    const { copyText } = await import('@satchel/ui/actions/copy-button');
    await copyText(code);
  } catch {
    // The browser refused to copy. Shows no message, because "copied" would be wrong and the user can select
    // the code.
    return;
  }
  button.textContent = texts.copied;
  setTimeout(() => {
    button.textContent = texts.copy;
  }, 2000);
}
