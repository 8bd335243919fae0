import { sql } from 'kysely';
import type { EntityDefinition } from '../../generated/definition.ts';
import { entity_of } from '../../runtime/core/definitions/entities.ts';
import { formula_levels, formula_rename } from '../../runtime/core/formula/index.ts';
import type { Values } from '../../runtime/core/rule.ts';
import { type EntityName, type Row, seen } from '../access/records.ts';
import type { CallContext } from '../context.ts';
import type { Trx } from '../db/index.ts';
import { records_insert } from '../entities/bulk.ts';
import { fields_of, may } from '../entities/columns.ts';
import { write_guard } from '../entities/constraints.ts';
import { AppError } from '../http/errors.ts';

export interface StationCopy {
  id: number;
  devices: { id: number }[];
  variables: number;
  rules: number;
}

/** What of a record can be written again. */
function writable(entity: EntityDefinition, row: object): Values {
  return Object.fromEntries(
    Object.entries(row).filter(
      ([name, value]) => value !== null && fields_of(entity)[name] && !fields_of(entity)[name]?.readOnly,
    ),
  );
}

/** `old` with its beginning exchanged when it begins so, else with the new beginning in front: stays unique either way. */
export function sn_copy(old: string, from: string, to: string): string {
  return old === from || old.startsWith(`${from}-`) ? `${to}${old.slice(from.length)}` : `${to}-${old}`;
}

type CopyContext = Pick<CallContext, 'db' | 'vault' | 'session' | 'lang'>;

/** The records of these stations or devices that the copier sees, in the order in which they were made. */
async function seen_rows<N extends EntityName>(
  trx: Trx,
  { session }: CopyContext,
  name: N,
  by: 'stationSn' | 'deviceSn',
  sns: readonly string[],
): Promise<Row<N>[]> {
  if (sns.length === 0) return [];
  const { rows } = await sql<Row<N>>`
    select * from ${seen(trx, session, name)} r where r.${sql.id(by)} = any(${[...sns]}::text[]) order by id`.execute(
    trx,
  );
  if (rows.length > 0 && !may(session, `${name}:create`)) throw new AppError('http.forbidden');
  return rows;
}

async function copy_in(
  trx: Trx,
  ctx: CopyContext,
  from: { id: number; sn: string; name: string },
): Promise<StationCopy> {
  const source = await trx
    .selectFrom(seen(trx, ctx.session, 'station').as('s'))
    .selectAll()
    .where('s.id', '=', from.id)
    .executeTakeFirst();
  if (!source) throw new AppError('station.notFound');
  const [id = 0] = await records_insert(trx, ctx, entity_of('station'), [
    { values: { ...writable(entity_of('station'), source), sn: from.sn, name: from.name } },
  ]);
  const devices = await seen_rows(trx, ctx, 'device', 'stationSn', [source.sn]);
  const deviceSns = new Map(devices.map(({ sn }) => [sn, sn_copy(sn, source.sn, from.sn)]));
  const deviceIds = await records_insert(
    trx,
    ctx,
    entity_of('device'),
    devices.map((one) => ({
      values: { ...writable(entity_of('device'), one), sn: deviceSns.get(one.sn), stationSn: from.sn },
    })),
  );
  const variables = await seen_rows(trx, ctx, 'deviceVariable', 'deviceSn', [...deviceSns.keys()]);
  const variableSns = new Map(
    variables.map(({ sn, deviceSn }) => [
      sn ?? '',
      sn_copy(sn ?? '', deviceSn, deviceSns.get(deviceSn) ?? from.sn),
    ]),
  );
  for (const level of formula_levels(variables)) {
    await records_insert(
      trx,
      ctx,
      entity_of('deviceVariable'),
      level.map((one) => ({
        values: {
          ...writable(entity_of('deviceVariable'), one),
          ...(one.formula === null ? {} : { formula: formula_rename(one.formula, variableSns) }),
          sn: variableSns.get(one.sn ?? ''),
          deviceSn: deviceSns.get(one.deviceSn),
        },
      })),
    );
  }
  const rules = await seen_rows(trx, ctx, 'alarmGenerater', 'stationSn', [source.sn]);
  await records_insert(
    trx,
    ctx,
    entity_of('alarmGenerater'),
    rules.map((one) => ({
      values: {
        ...writable(entity_of('alarmGenerater'), one),
        stationSn: from.sn,
        deviceSn: deviceSns.get(one.deviceSn ?? ''),
        variableSn: variableSns.get(one.variableSn ?? ''),
        formula: one.formula === null ? undefined : formula_rename(one.formula, variableSns),
      },
    })),
  );
  return {
    id,
    devices: deviceIds.map((one) => ({ id: one })),
    variables: variables.length,
    rules: rules.length,
  };
}

/**
 * C696: a station like another one, with its devices, variables and rules, and without its data and board: as much of it
 * as the copier sees. Refuses who sees something that they may not create.
 */
export const station_copy = (
  ctx: CopyContext,
  from: { id: number; sn: string; name: string },
): Promise<StationCopy> =>
  write_guard(ctx.db, entity_of('station'), { deleting: false, lang: ctx.lang }, () =>
    ctx.db.tenant(ctx.session.tenantId, (trx) => copy_in(trx, ctx, from)),
  );
