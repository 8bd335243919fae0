const UNITS = ['B', 'kB', 'MB', 'GB'] as const;
const STEP = 1024;

/** Formats bytes as '340 B', '1.5 MB', with at most one decimal. */
export function bytesText(bytes: number): string {
  let size = bytes;
  let unit = 0;
  while (size >= STEP && unit < UNITS.length - 1) {
    size /= STEP;
    unit += 1;
  }
  return `${unit === 0 ? size : size.toFixed(1).replace(/\.0$/, '')} ${UNITS[unit]}`;
}
