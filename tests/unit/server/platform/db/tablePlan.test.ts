import { describe, expect, it } from 'vitest';
import {
  isDefaultSame,
  type TablePlan,
  type TableState,
  tableChanges,
} from '../../../../../server/platform/db/tables/tablePlan.ts';

const plan: TablePlan = {
  entity: 'thing',
  table: 'thing',
  columns: [
    { field: 'name', name: 'name', type: 'text', nullable: false, check: 'char_length(name) <= 5' },
    { field: 'count', name: 'count', type: 'int8', nullable: false, default: 3 },
    {
      field: 'ownerSn',
      name: 'owner_sn',
      type: 'text',
      nullable: true,
      ref: { table: 'owner', column: 'sn' },
    },
  ],
  unique: [['name']],
  indexes: [['count']],
};

/** Returns the names that the create statements contain. */
function namesOf(statements: readonly string[]): Set<string> {
  return new Set(
    statements.flatMap((sql) => /(?:constraint|index) ((?:ck|uq|fk|ix)_\w+)/.exec(sql)?.[1] ?? []),
  );
}

const made = tableChanges(plan, null);
const names = [...namesOf([...made.keys, ...made.references])];
const state: TableState = {
  columns: new Map([
    ['tenant_id', { type: 'int4', nullable: false, default: null }],
    ['id', { type: 'int8', nullable: false, default: null }],
    ['name', { type: 'text', nullable: false, default: null }],
    ['count', { type: 'int8', nullable: false, default: "'3'::bigint" }],
    ['owner_sn', { type: 'text', nullable: true, default: null }],
  ]),
  constraints: new Set(names.filter((name) => !name.startsWith('ix'))),
  indexes: new Set(names.filter((name) => name.startsWith('ix'))),
};

const columnsWith = (name: string, column: { type: string; nullable: boolean; default: string | null }) =>
  new Map([...state.columns, [name, column]]);

describe('a new table', () => {
  it('has the columns of shared keys of several entities', () => {
    const { columns } = tableChanges({ ...plan, sharedKeys: { label: ['name'] } }, null);
    expect(columns[1]).toContain(`enable_shared_keys('"thing"', 'thing', '{"label":["name"]}')`);
  });

  it('has the tenant in its key, its foreign keys and its unique constraints', () => {
    expect(made.columns[0]).toMatch(/primary key \(tenant_id, id\)/);
    expect(made.columns[1]).toBe(
      `select enable_tenant_rls('thing'), enable_change_log('"thing"', '{}'), enable_shared_keys('"thing"', 'thing', '{}')`,
    );
    expect(made.keys.join('\n')).toMatch(/unique \(tenant_id, "name"\)/);
    expect(made.references.join()).toMatch(
      /foreign key \(tenant_id, "owner_sn"\) references "owner" \(tenant_id, "sn"\)/,
    );
  });

  it('has an index for each foreign key', () => {
    expect(made.keys.join('\n')).toMatch(/create index ix_thing_\w+ on "thing" \(tenant_id, "owner_sn"\)/);
  });
});

describe('a key of some rows', () => {
  const partial = { ...plan, uniqueWhere: [{ columns: ['owner_sn'], where: `"count" in (1, 2)` }] };

  it('is a unique index over these only, and no index for filters', () => {
    const { keys } = tableChanges({ ...partial, filters: ['owner_sn'] }, null);
    expect(keys.join('\n')).toMatch(
      /create unique index ix_thing_\w+ on "thing" \(tenant_id, "owner_sn"\) where "count" in \(1, 2\)/,
    );
    expect(keys.join('\n')).toMatch(/create index ix_thing_\w+ on "thing" \(tenant_id, "owner_sn"\)/);
  });

  it('is added to an existing table, and removed again', () => {
    expect(tableChanges(partial, state).keys).toEqual([expect.stringContaining('create unique index')]);
    const has = new Set([...state.indexes, ...namesOf(tableChanges(partial, state).keys)]);
    expect(tableChanges(partial, { ...state, indexes: has }).keys).toEqual([]);
    expect(tableChanges(plan, { ...state, indexes: has }).drops).toEqual([
      expect.stringMatching(/^drop index ix_thing_/),
    ]);
  });
});

describe('an existing table', () => {
  it('that matches its definition is not changed', () => {
    expect(tableChanges(plan, state)).toEqual({
      columns: [],
      drops: [],
      keys: [],
      references: [],
      refused: [],
    });
  });

  it('gets a new column', () => {
    const wider = {
      ...plan,
      columns: [...plan.columns, { field: 'x', name: 'x', type: 'bool', nullable: false, default: true }],
    };
    expect(tableChanges(wider, state).columns).toEqual([
      'alter table "thing" add column "x" bool default true not null',
    ]);
  });

  it('gets a changed check instead of the old one', () => {
    const [first, ...rest] = plan.columns;
    const changed = { ...plan, columns: [{ ...first!, check: 'char_length(name) <= 9' }, ...rest] };
    const { drops, keys } = tableChanges(changed, state);
    expect([drops.length, keys.length]).toEqual([1, 1]);
    expect(keys[0]).toContain('<= 9');
  });

  it('refuses to lose a column', () => {
    const more = { ...state, columns: columnsWith('old', { type: 'text', nullable: true, default: null }) };
    expect(tableChanges(plan, more).refused).toMatchObject([
      { en: 'column thing.old is no longer in the definition' },
    ]);
  });

  it('refuses another type, but widens one that can store every old value', () => {
    const text = {
      ...state,
      columns: columnsWith('count', { type: 'text', nullable: false, default: '3' }),
    };
    expect(tableChanges(plan, text).refused).toEqual([
      {
        en: 'column thing.count is text and the definition says int8',
        zh: '列 thing.count 的类型是 text，而定义中是 int8',
      },
    ]);
    const small = {
      ...state,
      columns: columnsWith('count', { type: 'int4', nullable: false, default: '3' }),
    };
    expect(tableChanges(plan, small).refused).toEqual([]);
    expect(tableChanges(plan, small).columns.join()).toContain('type int8');
  });

  it('converts numbers to amounts, if no value loses digits', () => {
    const amounts = (type: string) => {
      const columns = columnsWith('count', { type, nullable: false, default: null });
      const planned = { name: 'count', field: 'count', type: 'numeric(12,2)', nullable: false };
      const others = plan.columns.filter(({ name }) => name !== 'count');
      return tableChanges({ ...plan, columns: [...others, planned] }, { ...state, columns });
    };
    expect(amounts('float8').columns.join()).toContain('type numeric(12,2) using amount_of("count")');
    expect(amounts('int8').columns.join()).toContain('using "count"::numeric(12,2)');
    expect(amounts('text').refused).toHaveLength(1);
  });
});

it.each([
  ["'3'::bigint", '3', true],
  ["'a'::text", "'a'", true],
  ['true', 'true', true],
  ['false', 'true', false],
  [null, '3', false],
])('the default %s is the same as %s: %s', (shown, planned, same) => {
  expect(isDefaultSame(shown, planned)).toBe(same);
});

describe('the list of a table', () => {
  const listed: TablePlan = {
    ...plan,
    sort: [
      { name: 'owner_sn', desc: true, nullable: true },
      { name: 'count', desc: true, nullable: false },
    ],
    search: ['name', 'owner_sn'],
  };

  it('gets an index in its own order, and two for its searched texts', () => {
    const keys = tableChanges(listed, null).keys.join('\n');
    expect(keys).toMatch(/\(tenant_id, "owner_sn" desc nulls last, "count" desc, "id" desc\)/);
    expect(keys).toMatch(/select trigram_index\('ix_thing_\w+', 'thing', 'name, owner_sn'\)/);
    expect(keys).toMatch(/select pairs_index\('ix_thing_\w+', 'thing', 'name, owner_sn'\)/);
  });

  it('sorts texts of people in natural order', () => {
    const sort = [{ name: 'name', desc: false, nullable: false, wording: true }];
    expect(tableChanges({ ...plan, sort }, null).keys.join('\n')).toMatch(
      /\(tenant_id, "name" collate word_order, "id"\)/,
    );
  });

  it('gets none for the order of its numbers, which the primary key has', () => {
    const inOrder = (desc: boolean) => ({ ...plan, sort: [{ name: 'id', desc, nullable: false }] });
    for (const desc of [false, true])
      expect(tableChanges(inOrder(desc), null).keys).toEqual(tableChanges(plan, null).keys);
  });

  it('gets the text indexes that the database supports, also in an existing table', () => {
    const made = (...unable: ('trigram' | 'pairs')[]) =>
      tableChanges(listed, { ...state, unable: new Set(unable) })
        .keys.join('\n')
        .match(/\w+(?=_index\()/g) ?? [];
    expect([made(), made('trigram'), made('pairs'), made('trigram', 'pairs')]).toEqual([
      ['trigram', 'pairs'],
      ['pairs'],
      ['trigram'],
      [],
    ]);
  });

  it('keeps them unchanged, and drops unnecessary ones', () => {
    const before = new Set(
      [
        ...tableChanges(listed, null)
          .keys.join('\n')
          .matchAll(/\bix_thing_\w+/g),
      ].map(String),
    );
    const has = { ...state, indexes: before };
    expect(tableChanges(listed, has).keys.join('\n')).not.toMatch(/ix_/);
    expect(tableChanges(plan, has).drops.filter((sql) => sql.startsWith('drop index'))).toHaveLength(3);
  });
});

describe('the filters of a list', () => {
  const filtered: TablePlan = {
    ...plan,
    columns: [
      ...plan.columns,
      { field: 'state', name: 'state', type: 'text', nullable: false },
      { field: 'done', name: 'done', type: 'bool', nullable: false },
      { field: 'day', name: 'day', type: 'date', nullable: true },
    ],
    sort: [{ name: 'name', desc: false, nullable: false }],
    filters: ['state', 'done', 'day', 'ownerSn', 'count', 'name'].map((name) =>
      name === 'ownerSn' ? 'owner_sn' : name,
    ),
    tally: ['done', 'state'],
  };
  const { keys, columns } = tableChanges(filtered, null);

  it('get one index for the columns of few values, and one each for others without an index', () => {
    const found = keys.flatMap(
      (sql) => /^create index \w+ on "thing" \(tenant_id, (.+)\)$/.exec(sql)?.[1] ?? [],
    );
    expect(found).toEqual([
      '"count"',
      '"owner_sn"',
      '"name", "id", "done", "state"',
      '"done", "state"',
      '"day"',
    ]);
  });

  it('are tallied by the columns of few values', () => {
    expect(columns[1]).toContain(`enable_change_log('"thing"', '{done,state}')`);
  });
});

describe('the pinyin of names', () => {
  const named: TablePlan = { ...plan, search: ['name'], label: 'name' };

  it('has a column beside them, which the database clears when the name changes', () => {
    const { columns, keys } = tableChanges(named, null);
    expect(columns[0]).toContain('label_pinyin text');
    expect(columns[1]).toContain(`enable_pinyin('"thing"', 'name')`);
    expect(keys.join('\n')).toMatch(/trigram_index\('ix_thing_\w+', 'thing', 'label_pinyin'\)/);
    expect(keys.join('\n')).toMatch(/where label_pinyin is null and octet_length\("name"\)/);
  });

  it('are added to tables of earlier versions, and remain if names are no longer searched', () => {
    expect(tableChanges(named, state).columns).toEqual([
      'alter table "thing" add column "label_pinyin" text',
    ]);
    const has = columnsWith('label_pinyin', { type: 'text', nullable: true, default: null });
    expect(tableChanges(named, { ...state, columns: has }).columns).toEqual([]);
    expect(tableChanges(plan, { ...state, columns: has }).refused).toEqual([]);
  });
});
