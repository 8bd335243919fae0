import { sql } from 'kysely';
import type { EntityDefinition } from '../../../generated/definition.ts';
import { entityOf } from '../../../runtime/core/definitions/entities.ts';
import { formulaLevels, renameFormula } from '../../../runtime/core/formula/index.ts';
import type { Values } from '../../../runtime/core/rules/rule.ts';
import { type EntityName, type Row, seen } from '../../engine/access/scopedRecords.ts';
import type { CallContext } from '../../engine/context.ts';
import { fieldsOf, may } from '../../engine/entities/columns.ts';
import { insertRecords } from '../../engine/entities/write/bulk.ts';
import { writeGuard } from '../../engine/entities/write/constraints.ts';
import type { Trx } from '../../platform/db/index.ts';
import { AppError } from '../../platform/errors/errors.ts';

export interface StationCopy {
  id: number;
  devices: { id: number }[];
  variables: number;
  rules: number;
}

/** Returns the values of a record that can be written again. */
function writable(entity: EntityDefinition, row: object): Values {
  return Object.fromEntries(
    Object.entries(row).filter(
      ([name, value]) => value !== null && fieldsOf(entity)[name] && !fieldsOf(entity)[name]?.readOnly,
    ),
  );
}

/**
 * Replaces the prefix `from` of `old` by `to`. If `old` has another prefix, puts `to` before it. The result
 * is unique in both cases.
 */
export function copySn(old: string, from: string, to: string): string {
  return old === from || old.startsWith(`${from}-`) ? `${to}${old.slice(from.length)}` : `${to}-${old}`;
}

type CopyContext = Pick<CallContext, 'db' | 'vault' | 'session' | 'lang' | 'zone'>;

/** Reads the records of these stations or devices that the caller may see, in the order of their creation. */
async function seenRows<N extends EntityName>(
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

/** Sets the models of the copied devices. */
async function nameModels(
  trx: Trx,
  devices: readonly Row<'device'>[],
  copies: readonly number[],
): Promise<void> {
  for (const [at, { modelId }] of devices.entries())
    if (modelId !== null)
      await trx
        .updateTable('device')
        .set({ modelId })
        .where('id', '=', copies[at] ?? 0)
        .execute();
}

async function copyIn(
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
  const [id = 0] = await insertRecords(trx, ctx, entityOf('station'), [
    { values: { ...writable(entityOf('station'), source), sn: from.sn, name: from.name } },
  ]);
  const devices = await seenRows(trx, ctx, 'device', 'stationSn', [source.sn]);
  const deviceSns = new Map(devices.map(({ sn }) => [sn, copySn(sn, source.sn, from.sn)]));
  const deviceIds = await insertRecords(
    trx,
    ctx,
    entityOf('device'),
    devices.map(({ modelId: _, ...device }) => ({
      values: { ...writable(entityOf('device'), device), sn: deviceSns.get(device.sn), stationSn: from.sn },
    })),
  );
  const variables = await seenRows(trx, ctx, 'deviceVariable', 'deviceSn', [...deviceSns.keys()]);
  const variableSns = new Map(
    variables.map(({ sn, deviceSn }) => [
      sn ?? '',
      copySn(sn ?? '', deviceSn, deviceSns.get(deviceSn) ?? from.sn),
    ]),
  );
  for (const level of formulaLevels(variables)) {
    await insertRecords(
      trx,
      ctx,
      entityOf('deviceVariable'),
      level.map((variable) => ({
        values: {
          ...writable(entityOf('deviceVariable'), variable),
          ...(variable.formula === null ? {} : { formula: renameFormula(variable.formula, variableSns) }),
          sn: variableSns.get(variable.sn ?? ''),
          deviceSn: deviceSns.get(variable.deviceSn),
        },
      })),
    );
  }
  // The models are set last, because setting a model at creation would add the model's variables. The copied variables
  // contain the users' changes.
  await nameModels(trx, devices, deviceIds);
  const rules = await seenRows(trx, ctx, 'alarmGenerater', 'stationSn', [source.sn]);
  await insertRecords(
    trx,
    ctx,
    entityOf('alarmGenerater'),
    rules.map((rule) => ({
      values: {
        ...writable(entityOf('alarmGenerater'), rule),
        stationSn: from.sn,
        deviceSn: deviceSns.get(rule.deviceSn ?? ''),
        variableSn: variableSns.get(rule.variableSn ?? ''),
        formula: rule.formula === null ? undefined : renameFormula(rule.formula, variableSns),
      },
    })),
  );
  return {
    id,
    devices: deviceIds.map((id) => ({ id })),
    variables: variables.length,
    rules: rules.length,
  };
}

/**
 * C696: copies a station with its devices, variables and rules, but without telemetry and board. Copies only what the
 * caller may see. Throws if the caller may not create a part of it.
 */
export const copyStation = (
  ctx: CopyContext,
  from: { id: number; sn: string; name: string },
): Promise<StationCopy> =>
  writeGuard(ctx.db, entityOf('station'), { deleting: false, lang: ctx.lang }, () =>
    ctx.db.tenant(ctx.session.tenantId, (trx) => copyIn(trx, ctx, from)),
  );
