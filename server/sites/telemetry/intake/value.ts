import type { DataType, TelemetryVariable } from '../types.ts';
import type { Reason } from './reasons.ts';

export const MAX_TEXT = 10_000;

export type Converted = { ok: true; value: number | string } | { ok: false; reason: Reason };

type Raw = number | boolean | string;

const TRUE_TEXTS = new Set(['true', 'on', 'yes']);
const FALSE_TEXTS = new Set(['false', 'off', 'no']);
const NUMBER_TEXT = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
const NOT_FINITE_TEXT = /^[+-]?(?:nan|inf(?:inity)?)$/i;

function ok(value: number | string): Converted {
  return { ok: true, value };
}

function no(reason: Reason): Converted {
  return { ok: false, reason };
}

/** Returns the type of a variable that is created from its first value. */
export function dataTypeOf(value: Raw): DataType {
  if (typeof value === 'boolean') return 'boolean';
  if (typeof value === 'number') return 'number';
  return NUMBER_TEXT.test(value.trim()) ? 'number' : 'text';
}

function convertNumber(raw: Raw, scale: number, offset: number): Converted {
  let number: number;
  if (typeof raw === 'number') number = raw;
  else if (typeof raw === 'boolean') number = raw ? 1 : 0;
  else {
    const text = raw.trim();
    if (text === '') return no('empty');
    if (NOT_FINITE_TEXT.test(text)) return no('notFinite');
    if (!NUMBER_TEXT.test(text)) return no('notANumber');
    number = Number(text);
  }
  const value = number * scale + offset;
  // Adding zero converts -0, which boards would show as "-0", to 0.
  return Number.isFinite(value) ? ok(value + 0) : no('notFinite');
}

function convertBoolean(raw: Raw): Converted {
  if (typeof raw === 'boolean') return ok(raw ? 1 : 0);
  if (typeof raw === 'number') return Number.isFinite(raw) ? ok(raw === 0 ? 0 : 1) : no('notFinite');
  const text = raw.trim().toLowerCase();
  if (text === '') return no('empty');
  if (TRUE_TEXTS.has(text)) return ok(1);
  if (FALSE_TEXTS.has(text)) return ok(0);
  return NUMBER_TEXT.test(text) ? ok(Number(text) === 0 ? 0 : 1) : no('notBoolean');
}

function convertText(raw: Raw): Converted {
  const text = String(raw);
  if (text.length > MAX_TEXT) return no('textTooLong');
  return text.includes('\u0000') ? no('textControl') : ok(text);
}

/** Converts a raw value to the variable's type and unit: number × scale + offset, true/false as 1/0, or text. */
export function convertValue(
  raw: Raw,
  variable: Pick<TelemetryVariable, 'dataType' | 'scale' | 'offset'>,
): Converted {
  if (variable.dataType === 'text') return convertText(raw);
  if (variable.dataType === 'boolean') return convertBoolean(raw);
  return convertNumber(raw, variable.scale, variable.offset);
}
