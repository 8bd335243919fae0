import { describe, expect, it } from 'vitest';
import { coreTablesText } from '../../../../codegen/write/coreTables.ts';
import { readSqlTables } from '../../../../codegen/write/sqlTables.ts';

const JOB = `
  create table job (
    tenant_id int not null,
    id bigint generated always as identity,
    file_name text,
    status text not null check (status in ('running', 'done')),
    tags text[] not null default '{}',
    result jsonb,
    heart_at timestamptz not null default now(),
    "grant" numeric_like,
    primary key (tenant_id, id)
  );`;

const lines = async (...sqls: string[]): Promise<string[]> => {
  const files = sqls.map((sql, index) => ({ name: `${index}.sql`, sql }));
  const text = coreTablesText(await readSqlTables(files));
  return text
    .slice(text.indexOf('export interface CoreTables'))
    .split('\n')
    .slice(1, -2)
    .map((line) => line.trim());
};

describe('the row types of hand-written tables', () => {
  it('contain types for reading, nullable columns, and columns that the database fills in', async () => {
    expect(await lines(JOB.replace('"grant" numeric_like', '"grant" bool'))).toEqual([
      'job: {',
      'tenantId: number;',
      'id: GeneratedAlways<number>;',
      'fileName: string | null;',
      "status: 'running' | 'done';",
      'tags: Generated<string[]>;',
      "result: NullableJson<Shapes['job.result']>;",
      'heartAt: DefaultInstant;',
      'grant: boolean | null;',
      '};',
    ]);
  });

  it('copy the columns of a table that another one is created like', async () => {
    const made = await lines(
      'create table a (id int primary key, n float8); create table b (like a including all);',
    );
    expect(made).toEqual([
      'a: {',
      'id: number;',
      'n: number | null;',
      '};',
      'b: {',
      'id: number;',
      'n: number | null;',
      '};',
    ]);
  });

  it('follow changes of later files, but not inside functions', async () => {
    const first = `
      create table a (id int primary key, n float8, old text not null, mode text not null check (mode in ('one', 'two')));
      create table gone (id int);`;
    const later = `
      alter table a add column kind text not null default 'x', drop column n, alter column old drop not null;
      alter table a add check (kind in ('x', 'y'));
      alter table a drop constraint a_mode_check;
      alter table a alter column id type text using id::text, alter column id set default '';
      alter table a rename column mode to way;
      alter table a rename to b;
      alter table of_an_entity rename column name to title;
      create function f() returns void language plpgsql as $$ begin create table inside (id int); end $$;
      drop table gone;`;
    expect(await lines(first, later)).toEqual([
      'b: {',
      'id: Generated<string>;',
      'old: string | null;',
      'way: string;',
      "kind: Generated<'x' | 'y'>;",
      '};',
    ]);
  });

  it('name a file with invalid SQL, and the column of an unknown type', async () => {
    await expect(lines('create tabel a ();')).rejects.toThrow(/^0\.sql: syntax error/);
    await expect(lines(JOB)).rejects.toThrow('job.grant has the type numeric_like');
  });
});
