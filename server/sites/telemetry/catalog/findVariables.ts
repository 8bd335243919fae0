/** Searches variables of a station, page by page, because a station may have ten thousand of them. */
import { type SqlBool, sql } from 'kysely';
import { seen } from '../../../engine/access/scopedRecords.ts';
import type { HandlerContext } from '../../../engine/context.ts';
import { wordsOf } from '../../../engine/entities/list/wordSql.ts';
import type { ScopedTrx } from '../../../platform/db/index.ts';
import { variablesSeen } from '../variableAccess.ts';

type Reader = Pick<HandlerContext, 'db' | 'session' | 'telemetry'>;

interface VariableSearch {
  stationSn: string;
  /** Search words. All must occur in the variable's name, key, sn or unit, or in its device's name or sn. */
  search?: string | undefined;
  /** Limits the search to these sn. */
  sns?: readonly string[] | undefined;
  /** True to return each telemetry key only once, with its first variable. */
  keys?: boolean | undefined;
}

const DEFAULT_DECIMALS = 2;

const TEXT = sql<string>`lower(concat_ws(' ', v.name, v.code, v.sn, v.unit, d.name, d.sn))`;

function selectVariables(trx: ScopedTrx, { session }: Pick<Reader, 'session'>, search: VariableSearch) {
  let query = trx
    .selectFrom(seen(trx, session, 'deviceVariable').as('v'))
    .innerJoin(seen(trx, session, 'device').as('d'), 'd.sn', 'v.deviceSn')
    .where('d.stationSn', '=', search.stationSn)
    .where('v.sn', 'is not', null);
  if (search.sns) query = query.where('v.sn', 'in', [...search.sns]);
  for (const word of wordsOf(search.search))
    query = query.where(sql<SqlBool>`position(lower(${word}) in ${TEXT}) > 0`);
  return query;
}

type Found = ReturnType<typeof selectVariables>;

/** Returns the first variable of each matching key. */
function firstOfKeys(trx: ScopedTrx, ctx: Pick<Reader, 'session'>, search: VariableSearch, matches: Found) {
  const first = selectVariables(trx, ctx, search)
    .select((eb) => eb.fn.min('v.id').as('id'))
    .groupBy('v.code');
  return matches.where('v.id', 'in', first);
}

/** Returns a page of variables sorted by device, each with its newest value, and the total number. */
export async function findVariables(ctx: Reader, search: VariableSearch, current: number, size: number) {
  if (search.sns?.length === 0) return { records: [], total: 0 };
  const { rows, total } = await ctx.db.tenant(ctx.session.tenantId, async (trx) => {
    const all = selectVariables(trx, ctx, search);
    const matches = search.keys ? firstOfKeys(trx, ctx, search, all) : all;
    const counted = await matches
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    const page = await matches
      .select((eb) => eb.ref('v.sn').$notNull().as('sn'))
      .select(['v.code', 'v.name', 'v.unit', 'v.decimals'])
      .select(['d.sn as deviceSn', 'd.name as deviceName'])
      .orderBy('d.name')
      .orderBy('d.sn')
      .orderBy('v.id')
      .limit(size)
      .offset((current - 1) * size)
      .execute();
    return { rows: page, total: Number(counted.total) };
  });
  const readings = await readNewest(
    ctx,
    rows.map(({ sn }) => sn),
  );
  const records = rows.map(({ unit, decimals, ...row }) => {
    const { data = null, ts = null, stale = true } = readings.get(row.sn) ?? {};
    return { ...row, unit: unit ?? '', decimals: decimals ?? DEFAULT_DECIMALS, data, ts, stale };
  });
  return { records, total };
}

async function readNewest(ctx: Reader, sns: readonly string[]) {
  const newest = ctx.telemetry.latest(await variablesSeen(ctx, sns));
  return new Map(newest.map((reading) => [reading.sn, reading]));
}
