// Runs before the first paint. An external file, because the CSP forbids inline scripts.
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
  root.lang = language.toLowerCase().startsWith('zh') ? 'zh-CN' : 'en';

  // The browser may offer to install the app before the code is there that asks the user.
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    window.satchelInstall = event;
    dispatchEvent(new Event('satchel:installable'));
  });
})();
