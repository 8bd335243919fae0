import { describe, expect, it } from 'vitest';
import type { Field } from '../../../generated/definition.ts';
import {
  draft_apply,
  draft_key,
  draft_read,
  draft_remove,
  draft_write,
  drafts_forget,
} from '../../../runtime/form/drafts.ts';

const schema: Field = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    city: { type: 'string' },
    password: { type: 'string', writeOnly: true },
    pin: { type: 'string', 'x-control': 'password' },
    token: { type: 'string', 'x-permission': 'device:update' },
    links: {
      type: 'array',
      items: {
        type: 'object',
        properties: { url: { type: 'string' }, key: { type: 'string', writeOnly: true } },
      },
    },
  },
};

function store(): Storage {
  const kept = new Map<string, string>();
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
    key: (index) => [...kept.keys()][index] ?? null,
    clear: () => kept.clear(),
    get length() {
      return kept.size;
    },
  };
}

describe('drafts', () => {
  const key = draft_key('7@1', 'customer', 'new');

  it('come back as they were entered, without anything secret', () => {
    const local = store();
    const values = { name: 'A', password: 'p', pin: '1', token: 't', links: [{ url: 'u', key: 'k' }] };
    draft_write(local, key, schema, {}, values, 1000);
    expect(draft_read(local, key, 2000)).toEqual({
      at: 1000,
      base: {},
      values: { name: 'A', links: [{ url: 'u' }] },
    });
    expect(local.getItem(key)).not.toMatch(/password|pin|token|"k"/);
  });

  it('are gone when removed, too old, or not readable', () => {
    const local = store();
    draft_write(local, key, schema, {}, { name: 'A' }, 1000);
    expect(draft_read(local, key, 1000 + 15 * 86_400_000)).toBeNull();
    draft_remove(local, key);
    expect(draft_read(local, key)).toBeNull();
    local.setItem(key, '{"at":');
    expect(draft_read(local, key)).toBeNull();
    local.setItem(key, '{"at":1,"values":"x","base":{}}');
    expect(draft_read(local, key, 2)).toBeNull();
  });

  it('put only what they changed upon the values of today', () => {
    const draft = { at: 1, base: { name: 'A', city: 'Suzhou' }, values: { name: 'B' } };
    expect(draft_apply(draft, { name: 'A', city: 'Suzhou', token: 'now' })).toEqual({
      name: 'B',
      city: undefined,
      token: 'now',
    });
  });

  it('of a user are forgotten when that user signs out, and only those', () => {
    const local = store();
    const other = draft_key('71@1', 'customer', 'new');
    draft_write(local, key, schema, {}, { name: 'A' });
    draft_write(local, other, schema, {}, { name: 'B' });
    drafts_forget(local, 7);
    expect(local.getItem(key)).toBeNull();
    expect(local.getItem(other)).not.toBeNull();
  });

  it('do not stop anybody from typing when the store is full', () => {
    const local = store();
    local.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    expect(() => draft_write(local, key, schema, {}, { name: 'A' })).not.toThrow();
  });
});
