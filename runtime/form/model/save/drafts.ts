/**
 * Stores unsaved input on this device, so that it survives a crash or a reload. Secrets are never stored. A draft is
 * offered to its author only.
 */

import type { Field } from '../../../../generated/definition.ts';
import { isObject } from '../../../core/object.ts';
import type { Values } from '../../../core/rules/rule.ts';
import { stripValues } from '../../../core/rules/values.ts';
import { same } from '../../values/structuralSharing.ts';

export interface Draft {
  at: number;
  /** The values at the start of the form. */
  base: Values;
  values: Values;
}

const PREFIX = 'WD-draft';
const MAX_LENGTH = 200_000;
/** Older drafts are ignored. */
const MAX_AGE_MS = 14 * 86_400_000;

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

export function draftKeyOf(user: number | string, entity: string, id: number | string): string {
  return [PREFIX, user, entity, id].join(':');
}

const isSecret = (field: Field): boolean =>
  field.writeOnly === true || field['x-control'] === 'password' || field['x-permission'] !== undefined;

/** Returns the values without passwords and other secrets, at any depth. */
export function valuesPublic(field: Field, values: Values): Values {
  const entered: Values = {};
  for (const [name, value] of Object.entries(values)) {
    const child = field.properties?.[name];
    if (!child || isSecret(child)) continue;
    entered[name] = valuePublic(child, value);
  }
  return entered;
}

function valuePublic(field: Field, value: unknown): unknown {
  if (Array.isArray(value) && field.items) return value.map((item) => valuePublic(field.items!, item));
  return isObject(value) && field.properties ? valuesPublic(field, value) : value;
}

export function readDraft(store: Store, key: string, now = Date.now()): Draft | null {
  try {
    const draft = JSON.parse(store.getItem(key) ?? 'null') as Partial<Draft> | null;
    if (!draft || typeof draft.at !== 'number' || !isObject(draft.base) || !isObject(draft.values))
      return null;
    return now - draft.at < MAX_AGE_MS ? (draft as Draft) : null;
  } catch {
    return null;
  }
}

/** Applies the changes of the draft to the current values. */
export function applyDraft({ base, values }: Draft, current: Values): Values {
  const applied: Values = { ...current };
  for (const name of new Set([...Object.keys(base), ...Object.keys(values)]))
    if (!same(base[name], values[name])) applied[name] = values[name];
  return applied;
}

/** Writes a draft. Errors are ignored, because typing must work even without storage. */
export function writeDraft(
  store: Store,
  key: string,
  field: Field,
  base: Values,
  values: Values,
  now = Date.now(),
): void {
  const draft: Draft = {
    at: now,
    base: valuesPublic(field, stripValues(field, base)),
    values: valuesPublic(field, stripValues(field, values)),
  };
  const text = JSON.stringify(draft);
  try {
    if (text.length <= MAX_LENGTH) store.setItem(key, text);
  } catch {
    removeDraft(store, key);
  }
}

export function removeDraft(store: Store, key: string): void {
  try {
    store.removeItem(key);
  } catch {
    // Without access to the storage no draft is stored.
  }
}

/** Removes the drafts at sign-out, so that the next user of this device cannot see them. */
export function forgetDrafts(store: Store, user: number | string): void {
  const keys = Array.from({ length: store.length }, (_, index) => store.key(index) ?? '');
  for (const key of keys) if (key.startsWith(`${PREFIX}:${user}@`)) removeDraft(store, key);
}
