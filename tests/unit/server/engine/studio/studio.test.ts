import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { jsonText } from '../../../../../runtime/core/text/jsonText.ts';
import { checkStudio } from '../../../../../server/engine/studio/check.ts';
import { documentProblems } from '../../../../../server/engine/studio/documents.ts';
import { breachQuery, statementsOf, stepOf } from '../../../../../server/engine/studio/plan.ts';
import {
  findSource,
  mergeDefinitions,
  readRepository,
} from '../../../../../server/engine/studio/repository.ts';
import { placesMeet } from '../../../../../server/engine/studio/rules.ts';
import { isBuiltFrom } from '../../../../../server/engine/studio/savedFiles.ts';
import type { Document } from '../../../../../server/engine/studio/types.ts';
import { matchPath } from '../../../../../server/engine/surface/operationRegistry.ts';
import type { TablePlan, TableState } from '../../../../../server/platform/db/tables/tablePlan.ts';
import { tableChanges } from '../../../../../server/platform/db/tables/tablePlan.ts';
import { readTablePlan } from '../../../../../server/platform/db/tables/tables.ts';

const ROOT = join(import.meta.dirname, '../../../../..');
const repository = readRepository();
const context = {
  repository,
  holding: [],
  definitions: repository.definitions,
  operations: [],
  tables: new Set<string>(),
};
const copyOf = (name: string): Document =>
  structuredClone(findSource(repository.definitions, { kind: 'entity', name })!.document);
const customer = (): Document => copyOf('customer');
/** No other definition refers to this one. */
const taxRate = (): Document => copyOf('taxRate');

it('recognises the definitions of the build, so that it can follow later saves', () => {
  expect(isBuiltFrom(repository)).toBe(true);
});

describe('a valid definition', () => {
  it.each([
    ['entity', 'customer'],
    ['entity', 'leave'],
    ['page', 'StudioPage'],
    ['dashboard', 'demo-site'],
  ] as const)('is what the repository has, without a problem: %s %s', (kind, name) => {
    const { document } = findSource(repository.definitions, { kind, name })!;
    expect(checkStudio(context, kind, name, document)).toEqual([]);
  });

  it('is otherwise reported with the place, in both languages', () => {
    const document = { ...customer(), label: 'nmae' };
    const [problem] = checkStudio(context, 'entity', 'customer', document);
    expect(problem).toMatchObject({ file: null, pointer: '/label' });
    expect([problem?.en, problem?.zh]).toEqual([
      expect.stringMatching(/^"nmae" is not a field of customer/),
      expect.stringMatching(/^“nmae”不是 customer 的字段/),
    ]);
  });

  it.each([
    ['a new name', { name: 'client' }, '/name'],
    ['another address of its calls', { api: { base: '/manager/clients' } }, '/api'],
    [
      'a condition that means nothing',
      {
        states: undefined,
        schema: {
          type: 'object',
          properties: {
            ...(taxRate().schema as { properties: object }).properties,
            name: { type: 'string', title: { zh: 'a', en: 'a' }, 'x-visible': 'name =' },
          },
        },
        list: { columns: ['name'] },
        ui: undefined,
        indexes: undefined,
        owner: undefined,
      },
      '/schema/properties/name/x-visible',
    ],
  ])('not with %s', (_, change, pointer) => {
    const document = JSON.parse(JSON.stringify({ ...taxRate(), ...change })) as Document;
    expect(checkStudio(context, 'entity', 'taxRate', document).map((one) => one.pointer)).toContain(pointer);
  });

  it('as a page is below /main, not open to all and without code', () => {
    const page = {
      name: 'Own',
      route: '/elsewhere',
      title: { zh: '页', en: 'Page' },
      kind: 'custom',
      flags: { open: true },
    };
    expect(checkStudio(context, 'page', null, page).map(({ pointer }) => pointer)).toEqual([
      '/kind',
      '/flags/open',
      '/route',
    ]);
  });

  it('names other definitions that it breaks', () => {
    const found = findSource(repository.definitions, { kind: 'page', name: 'CustomersManagement' })!;
    // If two pages have the same address, the error is reported for the later page.
    const other = repository.definitions.pages.at(-1)!;
    const document = { ...found.document, route: other.value.route };
    const [problem, ...more] = checkStudio(context, 'page', 'CustomersManagement', document);
    expect(more).toEqual([]);
    expect(problem).toMatchObject({ file: other.file, pointer: '/route' });
  });

  it('replaces the one in the repository, or is added last', () => {
    const renamed = { kind: 'entity', name: 'customer', document: { ...customer(), label: 'city' } } as const;
    const added = { kind: 'entity', name: 'rack', document: { name: 'rack' } } as const;
    const { entities } = mergeDefinitions(repository.definitions, [renamed, added]);
    expect(entities).toHaveLength(repository.definitions.entities.length + 1);
    expect(entities.find(({ value }) => value.name === 'customer')?.value.label).toBe('city');
    expect(entities.at(-1)?.file).toBe('schemas/entities/custom/rack.json');
  });

  it('is neither too large nor too deep', () => {
    let deep: unknown = 1;
    for (let at = 0; at < 40; at++) deep = { deep };
    expect(documentProblems({ deep })).toHaveLength(1);
    expect(documentProblems({ text: 'x'.repeat(300_000) })).toHaveLength(1);
  });

  const field = { type: 'string', title: { zh: 'a', en: 'a' } };
  const withField = (name: string, more: object = {}): Document => {
    const document = customer() as { schema: { properties: Record<string, object> } };
    document.schema.properties[name] = { ...field, ...more };
    return document;
  };
  const check = (document: Document) => checkStudio(context, 'entity', 'customer', document);

  it.each(['(?=a)b', '(?<=a)b', '(', '(a)\\1', '(a{300}){300}'])('has no pattern such as %s', (pattern) => {
    expect(check(withField('code', { pattern })).map(({ pointer }) => pointer)).toEqual([
      '/schema/properties/code/pattern',
    ]);
  });

  it.each(['^(a|a)*$', '(a+)+$', 'a*a*a*a*b'])(
    'may have the pattern %s, which its engine ends soon',
    (pattern) => {
      expect(check(withField('code', { pattern, maxLength: 20 }))).toEqual([]);
    },
  );

  it('has patterns for short texts only', () => {
    const [problem] = check(withField('code', { pattern: 'a', maxLength: 100_000 }));
    expect(problem).toMatchObject({
      pointer: '/schema/properties/code/maxLength',
      en: 'exceeds the limit of a text with a pattern: at most 2000',
    });
    for (const name of ['pattern', 'guard']) expect(check(withField(name, { pattern: 'a' }))).toEqual([]);
  });

  it.each(['constructor', 'toString', 'valueOf', 'hasOwnProperty', '__proto__'])(
    'has no name that every object answers to: %s',
    (name) => {
      const fresh = checkStudio(context, 'entity', null, { ...customer(), name });
      expect(fresh.map(({ pointer }) => pointer)).toContain('/name');
      const nested = JSON.parse(
        `{"type":"object","properties":{"${name}":${JSON.stringify(field)}},"title":{"zh":"a","en":"a"}}`,
      ) as object;
      expect(check(withField('part', nested)).map(({ pointer }) => pointer)).toContain(
        `/schema/properties/part/properties/${name}`,
      );
    },
  );

  it('has names that the database can store, and none of its reserved columns', () => {
    const long = checkStudio(context, 'entity', null, { ...taxRate(), name: 'a'.repeat(51) });
    expect(long).toEqual([expect.objectContaining({ pointer: '/name', zh: '名称过长：最多 50 个字符' })]);
    expect(check(withField('labelPinyin'))).toEqual([
      expect.objectContaining({
        pointer: '/schema/properties/labelPinyin',
        en: '"labelPinyin" is a column that the server reserves: choose another name',
      }),
    ]);
  });

  it('may use the patterns of existing definitions', () => {
    for (const file of globSync('schemas/entities/**/*.json', { cwd: ROOT }))
      expect([file, documentProblems(JSON.parse(readFileSync(join(ROOT, file), 'utf8')))]).toEqual([
        file,
        [],
      ]);
  });
});

describe('the plan', () => {
  const plan: TablePlan = {
    entity: 'rack',
    table: 'rack',
    columns: [
      { field: 'name', name: 'name', type: 'text', nullable: false, check: 'char_length(name) <= 10' },
      { field: 'level', name: 'level', type: 'int8', nullable: false },
      { field: 'sn', name: 'sn', type: 'text', nullable: true, ref: { table: 'site', column: 'sn' } },
    ],
    unique: [['name']],
    indexes: [['level']],
  };
  const column = (type: string, nullable = true) => ({ type, nullable, default: null });
  const state: TableState = {
    columns: new Map([
      ['name', column('text')],
      ['level', column('int4')],
      ['sn', column('text')],
      ['gone', column('text', false)],
    ]),
    constraints: new Set(['uq_rack_0123456789']),
    indexes: new Set(['ix_rack_0123456789']),
  };

  it('describes every table that definitions create', async () => {
    const plans = await readTablePlan();
    expect(plans.length).toBeGreaterThan(10);
    for (const one of plans)
      for (const sql of statementsOf(tableChanges(one, null))) expect(stepOf(sql)).toMatchObject({ sql });
  });

  it('describes every statement', () => {
    const made = statementsOf(tableChanges(plan, null)).map((sql) => stepOf(sql).do);
    expect(made).toEqual([
      'createTable',
      'protect',
      'addCheck',
      'addUnique',
      'addIndex',
      'addIndex',
      'addReference',
    ]);
    const changed = statementsOf(tableChanges(plan, state, new Set(['gone']))).map((sql) => stepOf(sql));
    expect(changed.map((step) => [step.do, step.what])).toEqual([
      ['require', 'name'],
      ['dropDefault', 'level'],
      ['widenColumn', 'level'],
      ['require', 'level'],
      ['unrequire', 'gone'],
      ['dropConstraint', 'uq_rack_0123456789'],
      ['dropIndex', 'ix_rack_0123456789'],
      ['addCheck', 'char_length(name) <= 10'],
      ['addUnique', 'name'],
      ['addIndex', 'level'],
      ['addIndex', 'sn'],
      ['addReference', 'sn'],
    ]);
  });

  it('refuses a missing column, unless a reverted change left it', () => {
    expect(tableChanges(plan, state).refused).toEqual([
      { en: 'column rack.gone is no longer in the definition', zh: '定义中已没有列 rack.gone' },
    ]);
    expect(tableChanges(plan, state, new Set(['gone'])).refused).toEqual([]);
  });

  it('lists the rows that a new rule would refuse', () => {
    const queries = statementsOf(tableChanges(plan, state, new Set(['gone']))).flatMap(
      (sql) => breachQuery(plan, state, stepOf(sql)) ?? [],
    );
    expect(queries.map((sql) => sql.replaceAll(/\s+/g, ' '))).toEqual([
      'select count(*) from "rack" where "name" is null',
      'select count(*) from "rack" where "level" is null',
      'select count(*) from "rack" where not (char_length(name) <= 10)',
      expect.stringContaining('group by tenant_id, "name" having count(*) > 1'),
      expect.stringContaining('not exists (select from "site" as other'),
    ]);
  });
});

describe('addresses', () => {
  it('of applied calls are distinguished from others', () => {
    expect(matchPath('/manager/rack/{id}', '/manager/rack/7')).toEqual({ id: '7' });
    expect(matchPath('/manager/rack/{id}', '/manager/rack/%E0')).toBeNull();
    expect(matchPath('/manager/rack/{id}', '/manager/rack/')).toBeNull();
    expect(matchPath('/manager/rack', '/manager/rack/7')).toBeNull();
    expect(placesMeet('/a/{id}', '/a/page')).toBe(true);
    expect(placesMeet('/a/b', '/a/page')).toBe(false);
  });
});

describe('an exported file', () => {
  it("is formatted as by the repository's formatter", () => {
    const sample = {
      name: 'a',
      empty: {},
      none: [],
      short: ['a', 'b'],
      long: Array.from({ length: 12 }, (_, at) => `a rather long value ${at}`),
      numbers: Array.from({ length: 60 }, (_, at) => at * 1000),
      objects: [{ a: 1, b: [{ c: [1, 2] }] }],
      nested: [['a', 'b'], ['c']],
      wide: {
        zh: '每个汉字占两列，因此这一行在五十五个字左右就到头了，不能再长',
        en: 'Each letter takes one column',
      },
    };
    const { stdout } = spawnSync(
      join(ROOT, 'node_modules/.bin/biome'),
      ['format', '--stdin-file-path=a.json'],
      { cwd: ROOT, input: `${JSON.stringify(sample, null, 2)}\n`, encoding: 'utf8' },
    );
    expect(jsonText(sample)).toBe(stdout);
  });

  it.each(globSync('schemas/**/*.json'))('is formatted like %s', (file) => {
    const text = readFileSync(file, 'utf8');
    expect(jsonText(JSON.parse(text))).toBe(text);
  });

  it("differs from the repository's file only in the change", () => {
    for (const file of globSync('schemas/{entities,pages,dashboards,dictionaries}/**/*.json', {
      cwd: ROOT,
    })) {
      const text = readFileSync(join(ROOT, file), 'utf8');
      expect(jsonText(JSON.parse(text)), file).toBe(text);
    }
  });
});
