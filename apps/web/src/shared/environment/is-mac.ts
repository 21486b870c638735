/** Whether shortcuts use ⌘ instead of Ctrl. */
export const IS_MAC: boolean = /Mac|iP(hone|ad)/.test(navigator.platform);
