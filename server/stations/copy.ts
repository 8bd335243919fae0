import type { EntityDefinition } from '../../generated/definition.ts';
import { entity_of } from '../../runtime/core/definitions/entities.ts';
import { formula_levels, formula_rename } from '../../runtime/core/formula/index.ts';
import type { Values } from '../../runtime/core/rule.ts';
import type { CallContext } from '../context.ts';
import type { Trx } from '../db/index.ts';
import { records_insert } from '../entities/bulk.ts';
import { fields_of } from '../entities/columns.ts';
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

/** C696: a station like another one, with its devices, variables and rules, and without its data and board. */
export async function station_copy(
  trx: Trx,
  ctx: Pick<CallContext, 'session' | 'lang'>,
  from: { id: number; sn: string; name: string },
): Promise<StationCopy> {
  const source = await trx.selectFrom('station').selectAll().where('id', '=', from.id).executeTakeFirst();
  if (!source) throw new AppError('station.notFound');
  const [id = 0] = await records_insert(trx, ctx, entity_of('station'), [
    { values: { ...writable(entity_of('station'), source), sn: from.sn, name: from.name } },
  ]);
  const devices = await trx
    .selectFrom('device')
    .selectAll()
    .where('stationSn', '=', source.sn)
    .orderBy('id')
    .execute();
  const deviceSns = new Map(devices.map(({ sn }) => [sn, sn_copy(sn, source.sn, from.sn)]));
  const deviceIds = await records_insert(
    trx,
    ctx,
    entity_of('device'),
    devices.map((one) => ({
      values: { ...writable(entity_of('device'), one), sn: deviceSns.get(one.sn), stationSn: from.sn },
    })),
  );
  const variables =
    devices.length === 0
      ? []
      : await trx
          .selectFrom('deviceVariable')
          .selectAll()
          .where('deviceSn', 'in', [...deviceSns.keys()])
          .orderBy('id')
          .execute();
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
  const rules = await trx
    .selectFrom('alarmGenerater')
    .selectAll()
    .where('stationSn', '=', source.sn)
    .orderBy('id')
    .execute();
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
