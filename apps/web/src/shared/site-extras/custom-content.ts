interface Content {
  readonly head: string;
  readonly body: string;
}

interface Inserted extends Content {
  readonly nodes: readonly { readonly node: ChildNode; readonly parent: Element }[];
}

let known: Inserted | null = null;

/**
 * Inserts the administrator's own HTML into the document (SPEC 1). Its scripts run once: after a visit to the
 * admin panel the same elements are inserted again.
 *
 * @returns a function that removes it
 */
export function insertCustomContent(content: Content): () => void {
  if (known?.head !== content.head || known.body !== content.body) {
    known = {
      ...content,
      nodes: [...parse(content.head, document.head), ...parse(content.body, document.body)],
    };
  }
  const { nodes } = known;
  for (const { node, parent } of nodes) parent.append(node);
  return () => {
    for (const { node } of nodes) node.remove();
  };
}

function parse(html: string, parent: Element) {
  const range = document.createRange();
  range.selectNodeContents(parent);
  // Scripts parsed by this method run when they are inserted; scripts in `innerHTML` never do.
  const { childNodes } = range.createContextualFragment(html);
  return [...childNodes].map((node) => ({ node, parent }));
}
