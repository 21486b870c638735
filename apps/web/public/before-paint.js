// Runs before the first paint. An external file, as the CSP forbids inline scripts.
(() => {
  const root = document.documentElement;
  let language = navigator.language;
  try {
    const theme = localStorage.getItem('themeMode');
    if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
    language = localStorage.getItem('language') || language;
  } catch {
    // Storage may be blocked: then the system's theme and the browser's language are used.
  }
  const isChinese = language.toLowerCase().startsWith('zh');
  root.lang = isChinese ? 'zh-CN' : 'en';

  // The browser may offer to install the app before the code is there that asks the user.
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    window.satchelInstall = event;
    dispatchEvent(new Event('satchel:installable'));
  });

  // Requests a share's summary, and the text of a share without password and limit, while the app's
  // code is loading: the page would make the same requests, only later.
  const slug = /^\/paste\/([\w-]{1,64})$/.exec(location.pathname)?.[1];
  if (slug) {
    const headers = { 'accept-language': isChinese ? 'zh' : 'en' };
    const read = (query) =>
      fetch(`/api/paste/${slug}${query}`, { headers }).then(
        (reply) => (reply.ok ? reply.json() : undefined),
        () => undefined,
      );
    const summary = read('?peek=1');
    const content = summary.then((share) =>
      share && !share.hasPassword && share.maxViews === null ? read('') : undefined,
    );
    window.satchelAhead = { slug, summary, content };
  }

  // Preloads the page's own code and texts, so that they load together with the app's, not after it.
  const data = document.getElementById('preloads');
  if (!data) return;
  const path = location.pathname;
  const page = JSON.parse(data.textContent).find(({ prefix }) =>
    prefix === '/' ? path === '/' : path.startsWith(prefix),
  );
  if (!page) return;
  const preload = (file, attributes) => {
    const link = Object.assign(document.createElement('link'), attributes);
    link.crossOrigin = '';
    link.href = `/${file}`;
    document.head.append(link);
  };
  for (const file of [...page.scripts, ...page.texts[isChinese ? 'zh' : 'en']]) {
    preload(file, { rel: 'modulepreload' });
  }
  for (const file of page.styles) preload(file, { rel: 'preload', as: 'style' });
})();
