/**
 * Reads a widget's configuration for its component. Every field gets a valid value within its limits, or its default.
 * The stored configuration does not change.
 */

import type { Field } from '../../../generated/definition.ts';
import { isObject } from '../object.ts';

type Dict = Record<string, unknown>;
export type Migrations = Record<number, (config: unknown) => unknown>;

function readNumber(field: Field, value: unknown): number | undefined {
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined;
  const whole = field.type === 'integer' ? Math.round(value) : value;
  return Math.min(Math.max(whole, field.minimum ?? whole), field.maximum ?? whole);
}

function readString(field: Field, value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  if (field.pattern && !new RegExp(field.pattern, 'u').test(value)) return undefined;
  return field.maxLength === undefined ? value : value.slice(0, field.maxLength);
}

function readList(field: Field, value: unknown): unknown[] | undefined {
  if (!Array.isArray(value) || !field.items) return undefined;
  const items = field.items;
  const list = value.slice(0, field.maxItems).map((entry) => readField(items, entry));
  const present = list.filter((entry) => entry !== undefined);
  return present.length < (field.minItems ?? 0) ? undefined : present;
}

function readField(field: Field, value: unknown): unknown {
  const options = field['x-options'];
  if (options && !options.some((option) => option.value === value)) return undefined;
  if (field.type === 'object') return isObject(value) ? readConfig(field, value) : undefined;
  if (field.type === 'array') return readList(field, value);
  if (field.type === 'boolean') return typeof value === 'boolean' ? value : undefined;
  if (field.type === 'number' || field.type === 'integer') return readNumber(field, value);
  return readString(field, value);
}

/** Reads a configuration. Numbers are clamped (decision 33). Other invalid values are replaced by the default. */
export function readConfig(schema: Field, value: unknown): Dict {
  const config = soundConfig(schema, value);
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    const value = config[name];
    const filled = field.type === 'object' ? readConfig(field, value) : (value ?? field.default);
    if (filled !== undefined) config[name] = filled;
  }
  return config;
}

/** Returns the valid values without defaults, in the form that a dialog stores. */
export function soundConfig(schema: Field, value: unknown): Dict {
  const config: Dict = {};
  const source = isObject(value) ? value : {};
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    const value = Object.hasOwn(source, name) ? readField(field, source[name]) : undefined;
    if (value !== undefined) config[name] = value;
  }
  return config;
}

export const defaultConfig = (schema: Field): Dict => readConfig(schema, {});

/** Migrates an older configuration to the version of the definition. Null if a migration step is missing. */
export function migrateConfig(migrations: Migrations, from: number, to: number, config: unknown): unknown {
  let current = config;
  for (let version = from; version < to; version++) {
    const step = migrations[version];
    if (!step) return null;
    current = step(current);
  }
  return current;
}
