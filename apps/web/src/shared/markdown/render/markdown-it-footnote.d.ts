declare module 'markdown-it-footnote' {
  import type { MarkdownIt } from 'markdown-it';

  const footnotePlugin: (markdown: MarkdownIt) => void;
  // biome-ignore lint/style/noDefaultExport: that is how the package exports it
  export default footnotePlugin;
}
