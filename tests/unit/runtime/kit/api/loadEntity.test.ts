/** In the built product, a page loads the entities that it shows, and the entities that these refer to. */
import { afterAll, expect, it, vi } from 'vitest';
import { dictionaryRegistry } from '../../../../../runtime/core/definitions/dictionaries.ts';
import { documentRegistry } from '../../../../../runtime/core/definitions/documents.ts';
import { entityRegistry } from '../../../../../runtime/core/definitions/entities.ts';
import { operationRegistry } from '../../../../../runtime/core/definitions/operations.ts';
import type { Registry } from '../../../../../runtime/core/definitions/registry.ts';
import { statisticRegistry } from '../../../../../runtime/core/definitions/statistics.ts';
import { loadEntity } from '../../../../../runtime/kit/api/loadEntity.ts';

const made = vi.hoisted(() => {
  const asked: string[] = [];
  const fileOf = (name: string, properties: object) => async () => {
    asked.push(name);
    return {
      entity: { name, schema: { type: 'object', properties } },
      places: { [`${name}Page`]: { method: 'get', path: `/manager/${name}/page` } },
      actions: { list: `${name}Page` },
      dictionaries: {
        [`${name}State`]: { name: `${name}State`, title: { zh: '状态', en: 'State' }, entries: [] },
      },
      statistics: { [`${name}Sums`]: { name: `${name}Sums`, of: name, figures: [] } },
      documents: { [`${name}Paper`]: { name: `${name}Paper`, of: name, sections: [] } },
    };
  };
  const files = {
    '../../../generated/entities/farPlant.json': fileOf('farPlant', {
      ownerId: { type: 'integer', 'x-ref': 'farOwner' },
    }),
    '../../../generated/entities/farOwner.json': fileOf('farOwner', { name: { type: 'string' } }),
    '../../../generated/entities/farOther.json': fileOf('farOther', { name: { type: 'string' } }),
  };
  return { asked, files };
});
vi.mock('../../../../../runtime/kit/api/entityFiles.ts', () => ({ files: made.files }));

/** Other tests of the process share the registries. */
function dropFar<T extends { name: string }>(registry: Registry<T>): void {
  const others = registry.all().filter(({ name }) => !name.startsWith('far'));
  registry.rebuild(Object.fromEntries(others.map((one) => [one.name, one])));
}

afterAll(() => {
  dropFar(entityRegistry);
  dropFar(dictionaryRegistry);
  dropFar(statisticRegistry);
  dropFar(documentRegistry);
});

it('loads an entity with the entities that it refers to, each once, and nothing else', async () => {
  expect(entityRegistry.get('farPlant')).toBeUndefined();
  await loadEntity('farPlant');
  expect(made.asked).toEqual(['farPlant', 'farOwner']);
  for (const name of ['farPlant', 'farOwner']) {
    expect(entityRegistry.get(name)).toMatchObject({ name });
    expect(operationRegistry.get(`${name}Page`)).toMatchObject({ path: `/manager/${name}/page` });
    expect(dictionaryRegistry.get(`${name}State`)).toMatchObject({ entries: [] });
    expect(statisticRegistry.get(`${name}Sums`)).toMatchObject({ of: name });
    expect(documentRegistry.get(`${name}Paper`)).toMatchObject({ of: name });
  }
  expect(entityRegistry.get('farOther')).toBeUndefined();
  await loadEntity('farPlant');
  expect(made.asked).toEqual(['farPlant', 'farOwner']);
});

it('keeps loaded ones unchanged, and requests no missing file', async () => {
  const customer = entityRegistry.get('customer');
  await loadEntity('customer');
  await loadEntity('nowhere');
  expect(entityRegistry.get('customer')).toBe(customer);
  expect(made.asked).toHaveLength(2);
});
