/** Whether the main pointer is a finger. */
export const IS_TOUCH: boolean = window.matchMedia?.('(pointer: coarse)').matches ?? false;
