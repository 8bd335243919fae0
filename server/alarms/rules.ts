import { sql } from 'kysely';
import type { Trx } from '../db/index.ts';
import type { Operator, Rule } from './evaluate.ts';

export interface LoadedRule {
  rule: Rule;
  /** An alarm of this rule has not recovered yet, be it open or confirmed. */
  violated: boolean;
  /** The newest value of its variable. */
  latest: { ts: number; value: number } | null;
}

/** Written with the points themselves, so it is as new as what was acknowledged. */
const LATEST = sql<{ tenantId: number; variableId: number; ts: number; value: number | null }>`
  (select tenant_id, variable_id, (extract(epoch from ts) * 1000)::float8 as ts, value from latest)`;

/** The rules that count now: switched on, on a variable and device that are, of one tenant or of all. */
export async function rules_load(trx: Trx, tenantId: number | null): Promise<LoadedRule[]> {
  const rows = await trx
    .selectFrom('alarmGenerater as g')
    .innerJoin('deviceVariable as v', (join) =>
      join.onRef('v.tenantId', '=', 'g.tenantId').onRef('v.sn', '=', 'g.variableSn'),
    )
    .innerJoin('device as d', (join) =>
      join.onRef('d.tenantId', '=', 'v.tenantId').onRef('d.sn', '=', 'v.deviceSn'),
    )
    .leftJoin('alarm as a', (join) =>
      join
        .onRef('a.tenantId', '=', 'g.tenantId')
        .onRef('a.generaterId', '=', 'g.id')
        .onRef('a.source', '=', 'g.variableSn')
        .on('a.recoverTime', 'is', null),
    )
    .leftJoin(LATEST.as('l'), (join) =>
      join.onRef('l.tenantId', '=', 'v.tenantId').onRef('l.variableId', '=', 'v.id'),
    )
    .select([
      'g.id',
      'g.tenantId',
      'g.name',
      'g.operator',
      'g.threshold',
      'g.level',
      'g.info',
      'g.variableSn',
      'd.stationSn',
      'd.sn as deviceSn',
      'd.name as deviceName',
      'v.name as variableName',
      'v.unit',
      'v.decimals',
      'a.id as alarmId',
      'l.ts',
      'l.value',
    ])
    .where('g.enabled', 'is not', false)
    .where('v.enabled', 'is not', false)
    .where('d.enabled', 'is not', false)
    .where('d.alarmEnabled', 'is not', false)
    .$if(tenantId !== null, (query) => query.where('g.tenantId', '=', tenantId as number))
    .execute();
  return rows.map(({ alarmId, ts, value, operator, info, unit, decimals, ...row }) => ({
    rule: {
      ...row,
      operator: operator as Operator,
      info: info ?? '',
      unit: unit ?? '',
      decimals: decimals ?? 2,
    },
    violated: alarmId !== null,
    latest: ts === null || value === null ? null : { ts, value },
  }));
}

/** Whether a value that was judged by one would be judged differently by the other. */
export function rule_sameCondition(one: Rule, other: Rule): boolean {
  return (
    one.variableSn === other.variableSn &&
    one.operator === other.operator &&
    one.threshold === other.threshold
  );
}
