import createDOMPurify from 'dompurify';

/** Classes that the renderer creates. Others are removed, because a text could imitate the app with them. */
const ALLOWED_CLASS =
  /^(language-[\w+#.-]{1,40}|math-inline|math-display|task-list-item|footnotes?(-[\w-]+)?)$/;
const ALLOWED_LINK = /^(https?:|mailto:|tel:|\/(?!\/)|\.{0,2}\/|#|\?|[^:/?#]*(?:[/?#]|$))/i;
const ALLOWED_IMAGE =
  /^(https?:|blob:|\/(?!\/)|[^:/?#]*(?:[/?#]|$)|data:image\/(png|jpeg|gif|webp|avif);)/i;
const ID_PREFIX = 'user-content-';

// A separate instance, so that the hooks below apply to no other use of DOMPurify.
const purifier = createDOMPurify(window);

purifier.addHook('afterSanitizeAttributes', (node) => {
  keepKnownClasses(node);
  if (node.tagName === 'A') guardLink(node);
  if (node.tagName === 'IMG') guardImage(node);
  // The disabled checkbox of a task is the only allowed form control.
  if (node.tagName === 'INPUT') {
    if (node.getAttribute('type') === 'checkbox') node.setAttribute('disabled', '');
    else node.remove();
  }
});

/**
 * Sanitises untrusted HTML (SECURITY 4). Returns nodes instead of text, because parsing the text again could
 * restore removed parts.
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

/** Removes characters that browsers ignore inside an address, such as the line break in `java\nscript:`. */
function withoutControls(address: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: controls are what is looked for
  return address.replace(/[\u0000-\u0020\u007f-\u00a0\u200b-\u200f\u2028-\u202e\ufeff]/g, '');
}
