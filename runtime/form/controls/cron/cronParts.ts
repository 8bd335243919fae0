export const CRON_PARTS = ['minute', 'hour', 'day', 'month', 'weekday'] as const;

export const CRON_PRESETS = [
  { key: 'quarterly', cron: '*/15 * * * *' },
  { key: 'hourly', cron: '0 * * * *' },
  { key: 'daily', cron: '0 8 * * *' },
  { key: 'workdays', cron: '0 8 * * 1-5' },
  { key: 'weekly', cron: '0 8 * * 1' },
  { key: 'monthly', cron: '0 8 1 * *' },
] as const;

/** Returns always five parts. They are empty for an empty expression. */
export function splitCron(cron: string): string[] {
  const parts = cron.split(' ');
  return CRON_PARTS.map((_, index) => parts[index] ?? '');
}

/** Returns the expression with one part replaced. Empty if all parts are empty. */
export function joinCron(parts: readonly string[], index: number, part: string): string {
  const next = parts.map((old, at) => (at === index ? part.replaceAll(/\s/g, '') : old));
  return next.every((part) => part === '') ? '' : next.join(' ');
}
