// Runs before the first paint. An external file, as the CSP forbids inline scripts.
(() => {
  const root = document.documentElement;
  let language = navigator.language;
  let kept = {};
  try {
    const theme = localStorage.getItem('themeMode');
    if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
    language = localStorage.getItem('language') || language;
    const names = ['admin_token', 'api_key', 'satchel.backend'];
    kept = Object.fromEntries(names.map((name) => [name, localStorage.getItem(name)]));
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

  // Asks for what the page will ask for, while the app's code is loading: `shared/api/fetch-ahead.ts` hands
  // the replies to the calls that ask for the same. What nobody has asked for by then is not kept.
  if (!kept['satchel.backend']) {
    const { admin_token: token, api_key: key } = kept;
    const authorization = token ? `Bearer ${token}` : key ? `ApiKey ${key}` : '';
    const headers = {
      'accept-language': isChinese ? 'zh' : 'en',
      ...(authorization && { authorization }),
    };
    const ahead = new Map();
    const ask = (path) => {
      const url = `${location.origin}/api/${path}`;
      const reply = fetch(url, { headers });
      // Whoever takes it is told; until then a failure is nobody's.
      reply.catch(() => {});
      ahead.set(`${authorization} ${url}`, reply);
      return reply;
    };
    const read = async (path) => {
      try {
        return await (await ask(path)).clone().json();
      } catch {
        return {};
      }
    };
    // A share's summary, and what is shared where that needs neither a password nor one of few views.
    const askForText = async (slug) => {
      const { hasPassword, maxViews } = await read(`paste/${slug}?peek=true`);
      if (hasPassword === false && maxViews === null) void ask(`paste/${slug}`);
    };
    const askForFile = async (slug) => {
      const { data: summary } = await read(`public/files/${slug}?peek=true`);
      if (summary?.has_password !== false || summary.max_views !== null) return;
      const { data: access } = await read(`public/files/${slug}`);
      // Drawings are read as texts.
      const isImage = /^image\/(?!svg)/.test(access?.mimetype ?? '');
      if (isImage && access.previewUrl) new Image().src = access.previewUrl;
    };
    // The site's title, footer and icon; whether the log-in still holds; what the dashboard shows; how much
    // may be uploaded, and where to.
    void ask('admin/settings?group=4&metadata=false');
    if (authorization) void ask(token ? 'test/admin-token' : 'test/api-key');
    if (token && location.pathname === '/admin') void ask('admin/dashboard/stats');
    if (location.pathname === '/upload') {
      void ask('system/max-upload-size');
      void ask('admin/settings?group=1&metadata=false');
      if (token) void ask('s3-configs');
    }
    const [, kind, slug] = /^\/(paste|file)\/([\w-]{1,64})$/.exec(location.pathname) ?? [];
    if (kind === 'paste') void askForText(slug);
    if (kind === 'file') void askForFile(slug);
    window.satchelAhead = ahead;
    setTimeout(() => ahead.clear(), 10_000);
    // What writes times needs 60 ms of a phone for the first of them: less than it waits for the code.
    if (kind) setTimeout(() => new Intl.RelativeTimeFormat(root.lang));
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
    // After the app's own code, which runs first.
    preload(file, { rel: 'modulepreload', fetchPriority: 'low' });
  }
  for (const file of page.styles) preload(file, { rel: 'preload', as: 'style' });
})();
