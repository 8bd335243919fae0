/** The codegen completes versions. It refuses versions that could not work, with the correct form. */
import { describe, expect, it } from 'vitest';
import type { Definitions, Entity } from '../../../../codegen/definition/definition.ts';
import { composeVersions } from '../../../../codegen/definition/versions.ts';
import { problemsOf, text } from '../rackWith.ts';

const options = ['draft', 'released', 'replaced', 'withdrawn'].map((value) => ({ value, title: text }));
const state = { type: 'string', title: text, default: 'draft', 'x-options': options };
const move = (name: string, from: string, to: string) => ({ name, title: text, from: [from], to });
const release = move('release', 'draft', 'released');
const versions = { draft: 'draft', released: 'released', replaced: 'replaced' };
const rack = (more: object = {}, moves: object[] = [release], fields: object = {}) => ({
  ...{
    name: 'plan',
    title: text,
    label: 'name',
    list: { columns: ['name'] },
    api: { base: '/manager/plan' },
  },
  schema: {
    type: 'object',
    required: ['name'],
    properties: { name: { type: 'string', title: text }, state, ...fields },
  },
  states: { field: 'state', initial: 'draft', transitions: moves },
  versions,
  ...more,
});
const problems = (entity: { name: string }): [string, string][] =>
  problemsOf('', undefined, {}, [entity])
    .filter(({ file }) => file.endsWith('/plan.json'))
    .map(({ pointer, message }) => [pointer, message]);

describe('versions', () => {
  it('pass with three states, a release and a key among current versions', () => {
    const key = [{ fields: ['name'], where: { current: true } }];
    expect(problems(rack({ uniqueWhere: key, list: { columns: ['name', 'edition'] } }))).toEqual([]);
  });

  it.each<[string, object, string, RegExp]>([
    ['without states', rack({ states: undefined }), '/versions', /needs "states"/],
    [
      'with a state that is not there',
      rack({ versions: { ...versions, released: 'relased' } }),
      '/versions/released',
      /"released"/,
    ],
    [
      'with one state twice',
      rack({ versions: { ...versions, replaced: 'draft' } }),
      '/versions',
      /three states/,
    ],
    [
      'that begin in another state',
      rack({ versions: { ...versions, draft: 'withdrawn' } }),
      '/versions/draft',
      /use "draft"/,
    ],
    [
      'that are never released',
      rack({}, [move('end', 'draft', 'withdrawn')]),
      '/versions/released',
      /add one/,
    ],
    [
      'that are replaced by a user',
      rack({}, [release, move('replace', 'released', 'replaced')]),
      '/states/transitions/1',
      /"replaced", which the next version alone/,
    ],
    [
      'that become drafts again',
      rack({}, [release, move('revise', 'released', 'draft')]),
      '/states/transitions/1',
      /create the next version instead/,
    ],
    ['with a key over all versions', rack({ unique: [['name']] }), '/unique/0', /"current": true/],
    [
      'with a field of the same name',
      rack({}, [release], { edition: { type: 'string', title: { zh: '版本', en: 'Version' } } }),
      '/schema/properties/edition',
      /choose another name/,
    ],
  ])('are refused %s', (_, entity, pointer, message) => {
    expect(problems(entity as { name: string })).toContainEqual([pointer, expect.stringMatching(message)]);
  });

  it('lock all but drafts, and let other records choose only released ones', () => {
    const reference = { type: 'integer', title: text, 'x-ref': 'plan' };
    const user = {
      ...rack({ versions: undefined }),
      name: 'user',
      schema: {
        properties: {
          planId: reference,
          anyId: { ...reference, 'x-refWhere': { state: ['draft', 'released'] } },
          many: { type: 'array', title: text, items: reference },
        },
      },
    };
    const entities = [rack({}, [release, move('withdraw', 'released', 'withdrawn')]), user];
    const composed = composeVersions({
      entities: entities.map((value) => ({ file: '', value })),
    } as unknown as Definitions);
    const [plan, other] = composed.entities.map(({ value }) => value) as [Entity, Entity];
    expect(plan.states?.locked?.in).toEqual(['released', 'withdrawn', 'replaced']);
    expect(plan.actions?.map(({ name, from }) => [name, from])).toEqual([['nextVersion', ['released']]]);
    const { planId, anyId, many } = other.schema.properties!;
    expect(planId!['x-refWhere']).toEqual({ state: 'released' });
    expect(anyId!['x-refWhere']).toEqual({ state: ['draft', 'released'] });
    expect(many!.items!['x-refWhere']).toEqual({ state: 'released' });
    expect(plan.schema.properties!.familyId!['x-refWhere']).toBeUndefined();
  });
});
