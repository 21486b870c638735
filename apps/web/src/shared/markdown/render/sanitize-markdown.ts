import createDOMPurify from 'dompurify';

/** Classes that the renderer makes. Others are removed: with them a text could imitate the app. */
const ALLOWED_CLASS =
  /^(language-[\w+#.-]{1,40}|math-inline|math-display|task-list-item|footnotes?(-[\w-]+)?)$/;
const ALLOWED_LINK = /^(https?:|mailto:|tel:|\/(?!\/)|\.{0,2}\/|#|\?|[^:/?#]*(?:[/?#]|$))/i;
const ALLOWED_IMAGE =
  /^(https?:|blob:|\/(?!\/)|[^:/?#]*(?:[/?#]|$)|data:image\/(png|jpeg|gif|webp|avif);)/i;
const ID_PREFIX = 'user-content-';

// An instance of its own, so that the hooks below apply to nothing else.
const purifier = createDOMPurify(window);

purifier.addHook('afterSanitizeAttributes', (node) => {
  keepKnownClasses(node);
  if (node.tagName === 'A') guardLink(node);
  if (node.tagName === 'IMG') guardImage(node);
  // The checkbox of a task is the only form control allowed, and it is disabled.
  if (node.tagName === 'INPUT') {
    if (node.getAttribute('type') === 'checkbox') node.setAttribute('disabled', '');
    else node.remove();
  }
});

/**
 * Sanitises foreign HTML (SECURITY 4). It returns nodes and not text, because parsing the text again
 * could bring back what was removed.
 */
export function sanitizeMarkdown(html: string): DocumentFragment {
  return purifier.sanitize(html, {
    RETURN_DOM_FRAGMENT: true,
    USE_PROFILES: { html: true },
    FORBID_TAGS: [
      'style',
      'template',
      'slot',
      'form',
      'button',
      'select',
      'textarea',
      'option',
      'dialog',
      'iframe',
      'audio',
      'video',
      'map',
      'area',
    ],
    FORBID_ATTR: ['style', 'srcset', 'background', 'name', 'usemap', 'popover', 'autofocus'],
    ALLOW_DATA_ATTR: false,
    SANITIZE_NAMED_PROPS: true,
  });
}

function keepKnownClasses(node: Element): void {
  const classes = node.getAttribute('class');
  if (classes === null) return;
  const kept = classes.split(/\s+/).filter((name) => ALLOWED_CLASS.test(name));
  if (kept.length > 0) node.setAttribute('class', kept.join(' '));
  else node.removeAttribute('class');
}

function guardLink(link: Element): void {
  link.removeAttribute('target');
  const href = link.getAttribute('href');
  if (href === null) return;
  const address = withoutControls(href);
  if (!ALLOWED_LINK.test(address)) {
    link.removeAttribute('href');
  } else if (address.startsWith('#') && address.length > 1) {
    // Ids get a prefix, because an element's id can shadow a global of the page.
    link.setAttribute('href', `#${ID_PREFIX}${address.slice(1)}`);
  } else {
    link.setAttribute('target', '_blank');
    link.setAttribute('rel', 'noopener noreferrer nofollow ugc');
  }
}

function guardImage(image: Element): void {
  if (!ALLOWED_IMAGE.test(withoutControls(image.getAttribute('src') ?? ''))) image.remove();
  image.setAttribute('loading', 'lazy');
  image.setAttribute('referrerpolicy', 'no-referrer');
}

/** Characters that browsers skip inside an address, so that `java\nscript:` runs. */
function withoutControls(address: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: controls are what is looked for
  return address.replace(/[\u0000-\u0020\u007f-\u00a0\u200b-\u200f\u2028-\u202e\ufeff]/g, '');
}
