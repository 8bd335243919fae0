/**
 * What was entered and not saved, kept on this machine so that a crash or a reload loses nothing. Secrets are never
 * kept, and nobody is offered somebody else's draft.
 */
import type { Field } from '../../generated/definition.ts';
import type { Values } from '../core/rule.ts';
import { is_object, values_strip } from '../core/values.ts';
import { same } from './share.ts';

export interface Draft {
  at: number;
  /** What the form started with. */
  base: Values;
  values: Values;
}

const PREFIX = 'WD-draft';
const MAX_LENGTH = 200_000;
/** Nobody goes on with what lay about for so long. */
const MAX_AGE_MS = 14 * 86_400_000;

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

export function draft_key(user: number | string, entity: string, id: number | 'new'): string {
  return [PREFIX, user, entity, id].join(':');
}

const is_secret = (field: Field): boolean =>
  field.writeOnly === true || field['x-control'] === 'password' || field['x-permission'] !== undefined;

/** The values without passwords and what else is not for other eyes, at any depth. */
export function values_public(field: Field, values: Values): Values {
  const kept: Values = {};
  for (const [name, value] of Object.entries(values)) {
    const child = field.properties?.[name];
    if (!child || is_secret(child)) continue;
    kept[name] = value_public(child, value);
  }
  return kept;
}

function value_public(field: Field, value: unknown): unknown {
  if (Array.isArray(value) && field.items) return value.map((item) => value_public(field.items!, item));
  return is_object(value) && field.properties ? values_public(field, value) : value;
}

export function draft_read(store: Store, key: string, now = Date.now()): Draft | null {
  try {
    const draft = JSON.parse(store.getItem(key) ?? 'null') as Partial<Draft> | null;
    if (!draft || typeof draft.at !== 'number' || !is_object(draft.base) || !is_object(draft.values))
      return null;
    return now - draft.at < MAX_AGE_MS ? (draft as Draft) : null;
  } catch {
    return null;
  }
}

/** What the draft changed, upon the values that are there now. */
export function draft_apply({ base, values }: Draft, current: Values): Values {
  const applied: Values = { ...current };
  for (const name of new Set([...Object.keys(base), ...Object.keys(values)]))
    if (!same(base[name], values[name])) applied[name] = values[name];
  return applied;
}

/** A full or forbidden store is no reason to stop anybody from typing. */
export function draft_write(
  store: Store,
  key: string,
  field: Field,
  base: Values,
  values: Values,
  now = Date.now(),
): void {
  const draft: Draft = {
    at: now,
    base: values_public(field, values_strip(field, base)),
    values: values_public(field, values_strip(field, values)),
  };
  const text = JSON.stringify(draft);
  try {
    if (text.length <= MAX_LENGTH) store.setItem(key, text);
  } catch {
    draft_remove(store, key);
  }
}

export function draft_remove(store: Store, key: string): void {
  try {
    store.removeItem(key);
  } catch {
    // Not readable, not removable: nothing is kept there.
  }
}

/** Whoever signs out leaves nothing behind for the next person at this machine. */
export function drafts_forget(store: Store, user: number | string): void {
  const keys = Array.from({ length: store.length }, (_, index) => store.key(index) ?? '');
  for (const key of keys) if (key.startsWith(`${PREFIX}:${user}@`)) draft_remove(store, key);
}
