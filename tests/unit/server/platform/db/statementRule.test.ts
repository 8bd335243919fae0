/**
 * Tests the rule for statements over tables of a cluster: one tenant as a constant, and no function that is missing
 * on the nodes.
 */
import { describe, expect, it } from 'vitest';
import { type Spread, statementFault } from '../../../../support/server/postgres/statementRule.ts';

const SPREAD: Spread = {
  tables: ['points', 'points_day', 'latest', 'rollup_hour'],
  functions: ['counter_step', 'tenant_zone'],
  onNodes: ['counter_step'],
};
const fault = (sql: string) => statementFault(sql, SPREAD);

describe('a statement that suits a cluster', () => {
  it.each([
    'select * from device where tenant_id = 1 or true',
    '/* of all tenants */ select 1 from points_202601 limit 1',
    'select ts from points where tenant_id = $1 and variable_id = $2',
    'select ts from "points" as p where p.tenant_id = 7',
    'select 1 from latest l join rollup_hour as h on h.tenant_id = $1 where l.tenant_id = $1',
    'select 1 from latest l join rollup_hour as h on h.tenant_id = l.tenant_id where l.tenant_id = $1::int4',
    'insert into points as p (tenant_id, variable_id) select $1, v from unnest($2::int4[]) as u(v)',
    'update latest as l set ts = now() where l.tenant_id = $1',
    'delete from rollup_hour where tenant_id = $1',
    'select counter_step(1, 2, 3) from points where tenant_id = $1',
    'with points as (select 1 as v) select v from points',
    "select 'from points where nothing'",
    'create table points_202601 (like points)',
    'insert into storage_share (tenant_id, n, points) select tenant_id, n, points from storage_day',
  ])('%s', (sql) => {
    expect(fault(sql)).toBe(null);
  });
});

describe('a statement that a cluster sends to all nodes, or refuses', () => {
  it.each([
    ['select ts from points where variable_id = $1', /0 times for 1/],
    ['select ts from points_202601 where variable_id = $1', /0 times for 1/],
    [
      'select 1 from latest l join rollup_hour h on h.variable_id = l.variable_id where l.tenant_id = $1',
      /1 times for 2/,
    ],
    ['select 1 from latest l join device d on d.tenant_id = l.tenant_id', /no tenant as a constant/],
    ['select 1 from latest l join points p on p.tenant_id = $1 where l.tenant_id = $2', /several tenants/],
    ['insert into points (variable_id) values ($1)', /without their tenant/],
    ['select tenant_zone(1) from points where tenant_id = $1', /calls tenant_zone/],
    ['/* of all tenants */ select tenant_zone(tenant_id) from points', /calls tenant_zone/],
    ['update latest set ts = now() where variable_id = $1', /0 times for 1/],
  ])('%s', (sql, message) => {
    expect(fault(sql)).toMatch(message);
  });
});
