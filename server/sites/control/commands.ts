import { sql } from 'kysely';
import type { components } from '../../../generated/api.ts';
import { personOf } from '../../engine/access/asker.ts';
import { recordsWhere, seen } from '../../engine/access/scopedRecords.ts';
import type { HandlerContext, Session } from '../../engine/context.ts';
import { writeAudit } from '../../platform/db/auditLog.ts';
import type { ScopedTrx } from '../../platform/db/index.ts';
import type { ControlState } from '../../platform/db/jsonShapes.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { devicesBrief, ONLINE } from '../overview/status.ts';
import { variablesSeen } from '../telemetry/variableAccess.ts';

export type ControlCommand = components['schemas']['ControlCommand'];
export type ControlValue = ControlCommand['value'];
type ValueState = components['schemas']['ValueState'];

interface Target {
  sn: string;
  code: string;
  dataType: string;
  writable: boolean | null;
  minValue: number | null;
  maxValue: number | null;
  states: ValueState[] | null;
  deviceId: number;
  deviceSn: string;
  stationSn: string;
}

/** A device that has not answered by then will not do it any more. */
export const ANSWER_WITHIN_S = 60;
const LATEST_COMMANDS = 50;
/** The codes of an air conditioner's switch, for one that has several variables to be switched. */
const SWITCH_CODES = ['power', 'switch', 'onOff', 'run'];

/** Tells whether a value is of the variable's type and inside its limits; where values have names, no other is one. */
export function controlFits(
  { dataType, minValue, maxValue, states }: Pick<Target, 'dataType' | 'minValue' | 'maxValue' | 'states'>,
  value: ControlValue,
): boolean {
  if (dataType === 'boolean') return typeof value === 'boolean';
  if (dataType === 'text') return typeof value === 'string';
  if (typeof value !== 'number' || !Number.isFinite(value)) return false;
  if (states?.length) return states.some((state) => state.value === value);
  return value >= (minValue ?? -Infinity) && value <= (maxValue ?? Infinity);
}

/** The devices that the asker may control, and what can be set of them. */
const controlled = (trx: ScopedTrx, asker: Session) => seen(trx, asker, 'device', 'control');

const targets = (trx: ScopedTrx, asker: Session) =>
  trx
    .selectFrom(
      recordsWhere(trx, 'deviceVariable', (eb) =>
        eb('deviceSn', 'in', trx.selectFrom(controlled(trx, asker).as('c')).select('c.sn')),
      ).as('v'),
    )
    .innerJoin(controlled(trx, asker).as('d'), (join) =>
      join.onRef('d.tenantId', '=', 'v.tenantId').onRef('d.sn', '=', 'v.deviceSn'),
    )
    .select([
      sql<string>`v.sn`.as('sn'),
      'v.code',
      'v.dataType',
      'v.writable',
      'v.minValue',
      'v.maxValue',
      sql<ValueState[] | null>`v.states`.as('states'),
      'd.id as deviceId',
      'd.sn as deviceSn',
      'd.stationSn',
    ]);

const commands = (trx: ScopedTrx) =>
  trx
    .selectFrom('controlCommand')
    .select([
      'id',
      'stationSn',
      'deviceSn',
      'variableSn',
      'value',
      'requestedByName as requestedBy',
      'requestedAt',
      'answeredAt',
      'answer',
    ])
    .select(
      sql<ControlState>`case when state = 'requested' and requested_at < now() - make_interval(secs => ${ANSWER_WITHIN_S})
        then 'expired' else state end`.as('state'),
    );

type ControlContext = Pick<HandlerContext, 'db' | 'hub' | 'session' | 'telemetry'>;

/** Writes down what depends on a command with its number, in the transaction in which it is made; throws to take it back. */
type Alongside = (trx: ScopedTrx, commandId: number) => Promise<void>;

/** C018: writes down what is wanted of an online device and hands it to whoever is connected with the device. */
async function commandRequest(
  ctx: ControlContext,
  find: (trx: ScopedTrx) => Promise<Target>,
  value: ControlValue,
  alongside?: Alongside,
): Promise<ControlCommand> {
  const { db, hub, session, telemetry } = ctx;
  const { tenantId, name } = session;
  const userId = personOf(session);
  const { command, target } = await db.tenant(tenantId, async (trx) => {
    const target = await find(trx);
    if (!target.writable) throw new AppError('control.notWritable');
    if (!controlFits(target, value)) throw new AppError('control.badValue', {}, { field: '/value' });
    const [device] = await devicesBrief(trx, session, controlled(trx, session), {
      deviceSn: target.deviceSn,
    });
    if (!device?.enabled || device.status !== ONLINE) throw new AppError('control.offline');
    const [reading] = telemetry.latest(await variablesSeen(ctx, [target.sn]));
    const { id } = await trx
      .insertInto('controlCommand')
      .values({
        tenantId,
        stationSn: target.stationSn,
        deviceSn: target.deviceSn,
        variableSn: target.sn,
        value: JSON.stringify(value),
        state: 'requested',
        requestedBy: userId,
        requestedByName: name,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await writeAudit(trx, {
      tenantId,
      userId,
      entity: 'device',
      id: target.deviceId,
      action: 'update',
      diff: { [`control/${target.code}`]: [reading?.data ?? null, value] },
    });
    await alongside?.(trx, id);
    return { command: await commands(trx).where('id', '=', id).executeTakeFirstOrThrow(), target };
  });
  hub.publish({
    type: 'control',
    tenantId,
    deviceSn: target.deviceSn,
    commandId: command.id,
    params: { [target.code]: value },
  });
  return command;
}

export function requestControl(
  ctx: ControlContext,
  variableSn: string,
  value: ControlValue,
  alongside?: Alongside,
): Promise<ControlCommand> {
  return commandRequest(
    ctx,
    async (trx) => {
      const target = await targets(trx, ctx.session).where('v.sn', '=', variableSn).executeTakeFirst();
      if (!target) throw new AppError('variable.notFound');
      return target;
    },
    value,
    alongside,
  );
}

/** C135, C136: the switch is the one writable on/off variable of the device, or the one with a usual name. */
export function switchControl(ctx: ControlContext, deviceSn: string, on: boolean): Promise<ControlCommand> {
  return commandRequest(
    ctx,
    async (trx) => {
      const device = await trx
        .selectFrom(controlled(trx, ctx.session).as('d'))
        .select('d.type')
        .where('d.sn', '=', deviceSn)
        .executeTakeFirst();
      if (!device) throw new AppError('device.notFound');
      if (device.type !== 'airConditioner')
        throw new AppError('control.notAirConditioner', {}, { field: '/deviceSn' });
      const switches = await targets(trx, ctx.session)
        .where('d.sn', '=', deviceSn)
        .where('v.dataType', '=', 'boolean')
        .where('v.writable', '=', true)
        .execute();
      const usual = SWITCH_CODES.map((code) => switches.find((candidate) => candidate.code === code)).find(
        Boolean,
      );
      const target = switches.length === 1 ? switches[0] : usual;
      if (!target) throw new AppError('control.noSwitch');
      return target;
    },
    on,
  );
}

interface CommandFilter {
  id?: number | undefined;
  deviceSn?: string | undefined;
  stationSn?: string | undefined;
  variableSns?: readonly string[] | undefined;
  /** Gives the newest command alone of each variable that can be controlled; otherwise the last ones of all. */
  newest?: boolean | undefined;
}

const NEWEST = sql<number>`(
  select c.id from device_variable v, lateral (
    select id from control_command where tenant_id = v.tenant_id and variable_sn = v.sn order by id desc limit 1) c
   where v.writable)`;

/** C017: the newest commands of devices that the asker may get first. */
export async function listControl(
  trx: ScopedTrx,
  asker: Session,
  filter: CommandFilter,
): Promise<ControlCommand[]> {
  const { id, deviceSn, stationSn, variableSns, newest = false } = filter;
  return commands(trx)
    .where('deviceSn', 'in', trx.selectFrom(seen(trx, asker, 'device', 'get').as('d')).select('d.sn'))
    .$if(variableSns !== undefined, (query) => query.where('variableSn', 'in', variableSns!))
    .$if(newest, (query) => query.where('id', 'in', NEWEST))
    .$if(id !== undefined, (query) => query.where('id', '=', id as number))
    .$if(deviceSn !== undefined, (query) => query.where('deviceSn', '=', deviceSn as string))
    .$if(stationSn !== undefined, (query) => query.where('stationSn', '=', stationSn as string))
    .orderBy('id', 'desc')
    .$if(!newest, (query) => query.limit(LATEST_COMMANDS))
    .execute();
}
