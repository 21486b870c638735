/** Whether the user's system allows movements. Asked each time, because the setting can change. */
export const isMotionWanted = () => !matchMedia('(prefers-reduced-motion: reduce)').matches;
