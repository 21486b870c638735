const UNITS = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'];

/** Formats a number of bytes, such as `1.2 MB`. */
export function formatBytes(bytes: number): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), UNITS.length - 1);
  const scaled = bytes / 1000 ** power;
  const text = power === 0 || scaled >= 100 ? scaled.toFixed(0) : scaled.toFixed(1);
  return `${text} ${UNITS[power]}`;
}

/** Formats a time in the user's time zone, such as `2026-11-22 09:30`. */
export function formatTime(time: string): string {
  const date = new Date(time);
  const pad = (value: number) => String(value).padStart(2, '0');
  const day = [date.getFullYear(), pad(date.getMonth() + 1), pad(date.getDate())].join('-');
  return `${day} ${pad(date.getHours())}:${pad(date.getMinutes())}`;
}
