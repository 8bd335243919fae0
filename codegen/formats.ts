/** One of a list: any, a value, a range; with a step or not. */
const cronPart = (value: string): string => {
  const part = String.raw`(?:\*|(?:${value})(?:-(?:${value}))?)(?:\/[1-9]\d?)?`;
  return `${part}(?:,${part}){0,30}`;
};
/** Minute, hour, day of the month, month, weekday. */
const CRON_PARTS = [
  '[0-5]?\\d',
  '2[0-3]|[01]?\\d',
  '3[01]|[12]\\d|0?[1-9]',
  '1[0-2]|0?[1-9]|JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC',
  '[0-7]|SUN|MON|TUE|WED|THU|FRI|SAT',
];

/**
 * The string formats that definitions may use, as regular expressions, so that a precompiled validator carries
 * them inline. The generated copy serves browser and server.
 */
export const FORMATS: Record<string, RegExp> = {
  date: /^\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\d|30)|02-(?:0[1-9]|[12]\d))$/,
  time: /^(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?$/,
  'date-time':
    /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])[T ](?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/,
  email: /^[^\s@<>"'()]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63})+$/,
  uri: /^(?:https?:\/\/|\/)[^\s<>"']{1,2000}$/,
  uuid: /^[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/,
  money: /^-?\d{1,10}(?:\.\d{1,2})?$/,
  color: /^#[0-9A-Fa-f]{6}$/,
  icon: /^[a-z][A-Za-z0-9-]{0,59}$/,
  phone: /^\+?[0-9][0-9 ()-]{2,28}[0-9]$/,
  timezone: /^[A-Za-z][A-Za-z0-9_+-]{0,31}(?:\/[A-Za-z0-9_+-]{1,31}){0,2}$/,
  image: /^[^\s<>"']{1,500}$/,
  file: /^\/admin\/sys-file\/t\d{1,10}\/[a-z0-9]{32}(?:\.[a-z0-9]{1,8})?(?:#[^\s<>"']{1,2000})?$/,
  cron: new RegExp(`^${CRON_PARTS.map(cronPart).join(' ')}$`),
  html: /^[\s\S]*$/,
};
