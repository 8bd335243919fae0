import type { LogLevel } from './config.ts';
import { LOG_LEVELS } from './config.ts';

type LogFields = Readonly<Record<string, unknown>>;

export interface Logger {
  error(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  debug(message: string, fields?: LogFields): void;
}

/** Formats any value on one line, so that a line break in user text cannot forge a log line. */
function formatValue(value: unknown): string {
  if (value instanceof Error) return JSON.stringify(value.stack ?? value.message);
  if (typeof value === 'string') return /^[\w./:@+-]+$/.test(value) ? value : JSON.stringify(value);
  return JSON.stringify(value) ?? 'undefined';
}

export function formatLine(level: string, message: string, fields: LogFields = {}): string {
  const pairs = Object.entries(fields).map(([key, value]) => ` ${key}=${formatValue(value)}`);
  return `${new Date().toISOString()} ${level.padEnd(5)} ${message.replace(/\s*[\r\n]+\s*/g, ' ')}${pairs.join('')}`;
}

export function createLogger(
  level: LogLevel,
  write: (line: string) => void = (line) => process.stderr.write(`${line}\n`),
): Logger {
  const limit = LOG_LEVELS.indexOf(level);
  const log =
    (level: LogLevel) =>
    (message: string, fields?: LogFields): void => {
      if (LOG_LEVELS.indexOf(level) <= limit) write(formatLine(level, message, fields));
    };
  return { error: log('error'), warn: log('warn'), info: log('info'), debug: log('debug') };
}
