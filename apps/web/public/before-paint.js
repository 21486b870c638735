// Sets theme and language before the first paint. An external file, as the CSP forbids inline scripts.
(() => {
  const root = document.documentElement;
  try {
    const theme = localStorage.getItem('themeMode');
    if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
    const language = localStorage.getItem('language') || navigator.language;
    root.lang = language.toLowerCase().startsWith('zh') ? 'zh-CN' : 'en';
  } catch {
    // Storage may be blocked: the system's theme and English hold.
  }
})();
