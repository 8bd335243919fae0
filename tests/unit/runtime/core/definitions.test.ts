import { expect, it } from 'vitest';
import { applyDefinitions } from '../../../../runtime/core/definitions/registry.ts';

/** Uses a copy of the module. Applying here would otherwise change the definitions of later tests. */
const COPY = '../../../../runtime/core/definitions/registry.ts?copy';
const loadCopy = (): Promise<typeof import('../../../../runtime/core/definitions/registry.ts')> =>
  import(COPY);

it('applies changes to definitions that are loaded later', async () => {
  const { applyDefinitions: apply, createRegistry } = await loadCopy();
  apply<string>('entities', { a: 'applied', b: null, c: 'new' });
  const registry = createRegistry('entities', { a: 'built', b: 'built', d: 'built' });
  expect(registry.all()).toEqual(['applied', 'built', 'new']);
  expect(registry.get('b')).toBeUndefined();
  registry.rebuild({ b: 'again', d: 'again' });
  expect(registry.all()).toEqual(['again', 'applied', 'new']);
  apply<string>('entities', {});
  expect(registry.all()).toEqual(['again', 'again']);
});

it('announces a change once the registry has it, whichever listener was first', async () => {
  const { applyDefinitions: apply, createRegistry, followDefinitions } = await loadCopy();
  const seen: (string | undefined)[] = [];
  const stop = followDefinitions('entities', () => seen.push(registry.get('a')));
  const registry = createRegistry('entities', { a: 'built' });
  apply<string>('entities', { a: 'applied' });
  apply<string>('pages', { a: 'page' });
  stop();
  apply<string>('entities', {});
  expect(seen).toEqual(['applied']);
});

it('includes definitions that arrive later, without announcing a change', async () => {
  const { createRegistry, followDefinitions } = await loadCopy();
  const registry = createRegistry('entities', { a: 'built' });
  const events: string[] = [];
  const stops = [
    followDefinitions('entities', () => events.push('changed')),
    registry.subscribe(() => events.push(`drawn ${registry.all()}`)),
  ];
  registry.bring({ a: 'other', b: 'later' });
  registry.bring({ b: 'later still' });
  expect(events).toEqual(['drawn built,later']);
  registry.rebuild({ a: 'again' });
  expect(events.slice(1)).toEqual(['changed', 'drawn again']);
  for (const stop of stops) stop();
});

it('lists applied dictionaries, whenever they are loaded', async () => {
  const own = { name: 'own', title: { zh: '自有', en: 'Own' }, entries: [] };
  applyDefinitions('dictionaries', { own });
  const loaded = await import('../../../../runtime/core/definitions/dictionaries.ts');
  expect(loaded.dictionaries).toMatchObject({ own, alarmLevel: { name: 'alarmLevel' } });
  applyDefinitions('dictionaries', {});
  expect(loaded.dictionaries).not.toHaveProperty('own');
});
