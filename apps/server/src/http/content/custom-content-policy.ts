import { createHash } from 'node:crypto';
import { defaultTreeAdapter, parseFragment, type DefaultTreeAdapterTypes as Tree } from 'parse5';

/** Sources that pages may load for the administrator's own HTML. */
export interface CustomContentPolicy {
  /** For `script-src`: the origins of scripts, and the hashes of inline scripts. */
  readonly scripts: readonly string[];
  /** For `style-src`: the origins of style sheets. */
  readonly styles: readonly string[];
  /** For `frame-src`. */
  readonly frames: readonly string[];
}

export const NO_CUSTOM_CONTENT: CustomContentPolicy = { scripts: [], styles: [], frames: [] };

/**
 * Derives from custom HTML what the policy of pages must allow for it, and nothing else: only scripts
 * that the administrator has written or named can run (SECURITY 4).
 *
 * @param html the setting's value; any text
 */
export function policyOfCustomContent(html: string): CustomContentPolicy {
  if (html.trim() === '') return NO_CUSTOM_CONTENT;
  const scripts = new Set<string>();
  const styles = new Set<string>();
  const frames = new Set<string>();
  for (const element of elementsOf(parseFragment(html))) {
    const attribute = (name: string) =>
      element.attrs.find((candidate) => candidate.name === name)?.value;
    if (element.tagName === 'script') {
      const source = attribute('src');
      scripts.add(source === undefined ? hashOf(element) : originOf(source));
    } else if (element.tagName === 'link' && /\bstylesheet\b/i.test(attribute('rel') ?? '')) {
      styles.add(originOf(attribute('href')));
    } else if (element.tagName === 'iframe') frames.add(originOf(attribute('src')));
  }
  const listOf = (sources: Set<string>) => [...sources].filter(Boolean);
  return { scripts: listOf(scripts), styles: listOf(styles), frames: listOf(frames) };
}

function* elementsOf(parent: Tree.ParentNode): Generator<Tree.Element> {
  for (const node of parent.childNodes) {
    if (!defaultTreeAdapter.isElementNode(node)) continue;
    yield node;
    yield* elementsOf(node);
  }
}

function hashOf(script: Tree.Element): string {
  const text = script.childNodes
    .map((node) => (defaultTreeAdapter.isTextNode(node) ? node.value : ''))
    .join('');
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/** Origin of an address on another site; empty for this site's own, which pages may load anyway. */
function originOf(address: string | undefined): string {
  if (address === undefined || !/^(https?:)?\/\//i.test(address.trim())) return '';
  const url = URL.parse(address.trim(), 'https://page.invalid');
  return url && ['http:', 'https:'].includes(url.protocol) ? url.origin : '';
}
