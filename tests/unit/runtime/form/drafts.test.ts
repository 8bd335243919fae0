import { describe, expect, it } from 'vitest';
import type { Field } from '../../../../generated/definition.ts';
import {
  applyDraft,
  draftKeyOf,
  forgetDrafts,
  readDraft,
  removeDraft,
  writeDraft,
} from '../../../../runtime/form/model/save/drafts.ts';

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
  const items = new Map<string, string>();
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
    key: (index) => [...items.keys()][index] ?? null,
    clear: () => items.clear(),
    get length() {
      return items.size;
    },
  };
}

describe('drafts', () => {
  const key = draftKeyOf('7@1', 'customer', 'new');

  it('are restored as they were entered, without secrets', () => {
    const local = store();
    const values = { name: 'A', password: 'p', pin: '1', token: 't', links: [{ url: 'u', key: 'k' }] };
    writeDraft(local, key, schema, {}, values, 1000);
    expect(readDraft(local, key, 2000)).toEqual({
      at: 1000,
      base: {},
      values: { name: 'A', links: [{ url: 'u' }] },
    });
    expect(local.getItem(key)).not.toMatch(/password|pin|token|"k"/);
  });

  it('disappear when removed, too old, or unreadable', () => {
    const local = store();
    writeDraft(local, key, schema, {}, { name: 'A' }, 1000);
    expect(readDraft(local, key, 1000 + 15 * 86_400_000)).toBeNull();
    removeDraft(local, key);
    expect(readDraft(local, key)).toBeNull();
    local.setItem(key, '{"at":');
    expect(readDraft(local, key)).toBeNull();
    local.setItem(key, '{"at":1,"values":"x","base":{}}');
    expect(readDraft(local, key, 2)).toBeNull();
  });

  it('apply only their changes to the current values', () => {
    const draft = { at: 1, base: { name: 'A', city: 'Suzhou' }, values: { name: 'B' } };
    expect(applyDraft(draft, { name: 'A', city: 'Suzhou', token: 'now' })).toEqual({
      name: 'B',
      city: undefined,
      token: 'now',
    });
  });

  it('of a user are deleted when this user signs out, and no others', () => {
    const local = store();
    const other = draftKeyOf('71@1', 'customer', 'new');
    writeDraft(local, key, schema, {}, { name: 'A' });
    writeDraft(local, other, schema, {}, { name: 'B' });
    forgetDrafts(local, 7);
    expect(local.getItem(key)).toBeNull();
    expect(local.getItem(other)).not.toBeNull();
  });

  it('do not prevent input when the storage is full', () => {
    const local = store();
    local.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    expect(() => writeDraft(local, key, schema, {}, { name: 'A' })).not.toThrow();
  });
});
