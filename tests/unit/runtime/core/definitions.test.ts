import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => vi.resetModules());

const loadRegistry = () => import('../../../../runtime/core/definitions/registry.ts');

it('lays what was applied over definitions that are loaded later', async () => {
  const { applyDefinitions, createRegistry } = await loadRegistry();
  applyDefinitions<string>('entities', { a: 'applied', b: null, c: 'new' });
  const registry = createRegistry('entities', { a: 'built', b: 'built', d: 'built' });
  expect(registry.all()).toEqual(['applied', 'built', 'new']);
  expect(registry.get('b')).toBeUndefined();
  registry.rebuild({ b: 'again', d: 'again' });
  expect(registry.all()).toEqual(['again', 'applied', 'new']);
  applyDefinitions<string>('entities', {});
  expect(registry.all()).toEqual(['again', 'again']);
});

it('tells of a change when the registry has it, whoever asked to be told first', async () => {
  const { applyDefinitions, createRegistry, followDefinitions } = await loadRegistry();
  const seen: (string | undefined)[] = [];
  const stop = followDefinitions('entities', () => seen.push(registry.get('a')));
  const registry = createRegistry('entities', { a: 'built' });
  applyDefinitions<string>('entities', { a: 'applied' });
  applyDefinitions<string>('pages', { a: 'page' });
  stop();
  applyDefinitions<string>('entities', {});
  expect(seen).toEqual(['applied']);
});

it('names the dictionaries that were applied before they were loaded', async () => {
  const { applyDefinitions } = await loadRegistry();
  const own = { name: 'own', title: { zh: '自有', en: 'Own' }, entries: [] };
  applyDefinitions('dictionaries', { own });
  const { dictionaries } = await import('../../../../runtime/core/definitions/dictionaries.ts');
  expect(dictionaries).toMatchObject({ own, alarmLevel: { name: 'alarmLevel' } });
});
