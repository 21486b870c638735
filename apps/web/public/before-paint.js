// Runs before the first paint. An external file, as the CSP forbids inline scripts.
(() => {
  const root = document.documentElement;
  let language = navigator.language;
  let isVisitor = false;
  try {
    const theme = localStorage.getItem('themeMode');
    if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
    language = localStorage.getItem('language') || language;
    const kept = ['admin_token', 'api_key', 'satchel.backend'];
    isVisitor = kept.every((name) => localStorage.getItem(name) === null);
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

  // Asks for a share's summary, and for what is shared where that needs neither a password nor one of few
  // views, while the app's code is loading. `shared/api/fetch-ahead.ts` hands the replies to the calls
  // that ask for the same; what nobody has asked for by then is not kept.
  const [, kind, slug] = /^\/(paste|file)\/([\w-]{1,64})$/.exec(location.pathname) ?? [];
  if (slug && isVisitor) {
    const headers = { 'accept-language': isChinese ? 'zh' : 'en' };
    const path = `${location.origin}/api/${kind === 'paste' ? 'paste' : 'public/files'}/${slug}`;
    const ahead = new Map();
    const ask = (url) => {
      const reply = fetch(url, { headers });
      reply.catch(() => {});
      ahead.set(url, reply);
      return reply;
    };
    ask(`${path}?peek=true`)
      .then((reply) => reply.clone().json())
      .then(({ data, ...share }) => {
        const hasPassword = data ? data.has_password : share.hasPassword;
        const maxViews = data ? data.max_views : share.maxViews;
        if (hasPassword === false && maxViews === null) ask(path);
      })
      .catch(() => {});
    window.satchelAhead = ahead;
    setTimeout(() => ahead.clear(), 10_000);
  }

  // Preloads the page's own code and texts, so that they load together with the app's, not after it.
  const data = document.getElementById('preloads');
  if (!data) return;
  const path = location.pathname;
  const page = JSON.parse(data.textContent).find((each) =>
    each.prefix ? path.startsWith(each.prefix) : path === each.path,
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
