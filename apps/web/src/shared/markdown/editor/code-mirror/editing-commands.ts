export interface TextSelection {
  readonly from: number;
  readonly to: number;
}

/** Replaces `from`–`to` by `insert`, then sets the selection. */
export interface TextEdit extends TextSelection {
  readonly insert: string;
  readonly selection: TextSelection;
}

export type EditCommand = (text: string, selection: TextSelection) => TextEdit;

/** Puts a marker on both sides of the selection, or removes existing markers. */
export function wrapWith(marker: string): EditCommand {
  const length = marker.length;
  return (text, { from, to }) => {
    const isWrapped =
      text.slice(from - length, from) === marker && text.slice(to, to + length) === marker;
    const selected = text.slice(from, to);
    return isWrapped
      ? {
          from: from - length,
          to: to + length,
          insert: selected,
          selection: { from: from - length, to: to - length },
        }
      : {
          from,
          to,
          insert: marker + selected + marker,
          selection: { from: from + length, to: to + length },
        };
  };
}

/** Puts a prefix before every selected line, or removes it if all of them have it. */
export function prefixLines(prefixOf: (index: number) => string, existing: RegExp): EditCommand {
  return (text, selection) => {
    const from = text.lastIndexOf('\n', selection.from - 1) + 1;
    const lineEnd = text.indexOf('\n', selection.to);
    const to = lineEnd < 0 ? text.length : lineEnd;
    const lines = text.slice(from, to).split('\n');
    const isPrefixed = lines.every((line) => existing.test(line));
    const insert = lines
      .map((line, index) =>
        isPrefixed ? line.replace(existing, '') : prefixOf(index) + line.replace(existing, ''),
      )
      .join('\n');
    const isSingle = lines.length === 1;
    const end = from + insert.length;
    return { from, to, insert, selection: isSingle ? { from: end, to: end } : { from, to: end } };
  };
}

/** Inserts a block on lines of its own, with the selection or a sample inside. */
export function insertBlock(before: string, sample: string, after: string): EditCommand {
  return (text, { from, to }) => {
    const inner = text.slice(from, to) || sample;
    const lead = from === 0 || text[from - 1] === '\n' ? '' : '\n\n';
    const tail = to === text.length || text[to] === '\n' ? '' : '\n\n';
    const start = from + lead.length + before.length;
    return {
      from,
      to,
      insert: lead + before + inner + after + tail,
      selection: { from: start, to: start + inner.length },
    };
  };
}

/** Inserts `[text](url)` and selects the address, or the text if the selection was empty. */
export const insertLink: EditCommand = (text, { from, to }) => {
  const selected = text.slice(from, to);
  const isAddress = /^https?:\/\/\S+$/.test(selected);
  const label = isAddress ? '' : selected;
  const address = isAddress ? selected : 'https://';
  const addressStart = from + label.length + 3;
  return {
    from,
    to,
    insert: `[${label}](${address})`,
    selection:
      label === ''
        ? { from: from + 1, to: from + 1 }
        : { from: addressStart, to: addressStart + address.length },
  };
};
