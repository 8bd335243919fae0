/**
 * C018: the only way to send commands to devices. A request is checked against permission, type and limits of the
 * variable. The command is stored with an audit entry and passed to the process with the device's connection. Batches
 * are processed in the same way, and each request is checked separately.
 */
import { sql } from 'kysely';
import type { components } from '../../../generated/api.ts';
import { personOf } from '../../engine/access/asker.ts';
import { recordsWhere, seen } from '../../engine/access/scopedRecords.ts';
import type { HandlerContext, Session } from '../../engine/context.ts';
import { writeAudits } from '../../platform/db/auditLog.ts';
import { publishOnCommit, type ScopedTrx } from '../../platform/db/index.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { devicesBrief, ONLINE } from '../overview/status.ts';
import { variablesSeen } from '../telemetry/variableAccess.ts';
import type { ControlCommand } from './commands.ts';

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

/** Common codes of an air conditioner's switch, for devices with several boolean variables. */
const SWITCH_CODES = ['power', 'switch', 'onOff', 'run'];

/**
 * Returns whether a value has the variable's type and is within its limits. If the variable has named values, only
 * named values are allowed.
 */
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

/** Converts the value of a switch to a boolean. Accepts 1 and 0 as well as true and false. */
const controlValue = ({ dataType }: Pick<Target, 'dataType'>, value: ControlValue): ControlValue =>
  dataType === 'boolean' && (value === 0 || value === 1) ? value === 1 : value;

/** Selects the devices that the caller may control. */
const controlled = (trx: ScopedTrx, caller: Session) => seen(trx, caller, 'device', 'control');

const targets = (trx: ScopedTrx, caller: Session) =>
  trx
    .selectFrom(
      recordsWhere(trx, 'deviceVariable', (eb) =>
        eb('deviceSn', 'in', trx.selectFrom(controlled(trx, caller).as('c')).select('c.sn')),
      ).as('v'),
    )
    .innerJoin(controlled(trx, caller).as('d'), (join) =>
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

/**
 * Without `db` and `telemetry`, as in the write of a record, no measured value is read. The audit log then contains
 * only the requested value.
 */
export type ControlContext = Pick<HandlerContext, 'session'> &
  Partial<Pick<HandlerContext, 'db' | 'telemetry'>>;

export interface ControlRequest {
  variableSn: string;
  value: ControlValue;
  /** The name in the command, instead of the caller's name. */
  by?: string;
  /** True to store the command although the device is silent, because the device may still receive it. */
  evenOffline?: boolean;
}

interface Accepted extends ControlRequest {
  target: Target;
}

const accept = (request: ControlRequest, target: Target): Accepted => ({
  ...request,
  target,
  value: controlValue(target, request.value),
});

/** Selects the enabled devices that are online. */
async function readOnline(trx: ScopedTrx, caller: Session, sns: readonly string[]): Promise<Set<string>> {
  const devices = await devicesBrief(trx, caller, controlled(trx, caller), { deviceSns: [...new Set(sns)] });
  return new Set(devices.flatMap(({ sn, enabled, status }) => (enabled && status === ONLINE ? [sn] : [])));
}

/** Checks a request against its target. Returns the target, or the reason for the refusal. */
function judge(
  { value, evenOffline = false }: ControlRequest,
  target: Target | undefined,
  online: ReadonlySet<string>,
): Target | AppError {
  if (!target) return new AppError('variable.notFound');
  if (!target.writable) return new AppError('control.notWritable');
  if (!controlFits(target, controlValue(target, value)))
    return new AppError('control.badValue', {}, { field: '/value' });
  return evenOffline || online.has(target.deviceSn) ? target : new AppError('control.offline');
}

/** Stores the commands, in the order of the requests. */
async function writeCommands(
  trx: ScopedTrx,
  { tenantId, name, userId }: Session,
  accepted: readonly Accepted[],
): Promise<ControlCommand[]> {
  const column = <T>(read: (one: Accepted) => T): T[] => accepted.map(read);
  const { rows } = await sql<ControlCommand>`
    insert into control_command
      (tenant_id, station_sn, device_sn, variable_sn, value, state, requested_by, requested_by_name)
    select ${tenantId}::int4, u.station, u.device, u.variable, u.value::jsonb, 'requested',
           ${personOf({ userId })}::int8, u.name
      from unnest(${column(({ target }) => target.stationSn)}::text[],
                  ${column(({ target }) => target.deviceSn)}::text[],
                  ${column(({ target }) => target.sn)}::text[],
                  ${column(({ value }) => JSON.stringify(value))}::text[],
                  ${column(({ by }) => by ?? name)}::text[])
             with ordinality as u (station, device, variable, value, name, place)
     order by u.place
    returning id, station_sn, device_sn, variable_sn, value, state, requested_by_name as requested_by, requested_at,
              answered_at, answer`.execute(trx);
  return rows.toSorted((one, other) => one.id - other.id);
}

/**
 * Reads the last measured values, by the serial numbers of their variables. Null for a variable without a
 * value.
 */
async function readMeasured(
  { db, session, telemetry }: ControlContext,
  sns: readonly string[],
): Promise<Map<string, number | string | null>> {
  if (!db || !telemetry) return new Map();
  const variables = await variablesSeen({ db, session, telemetry }, sns);
  const readings = telemetry.latest(variables);
  return new Map(variables.map(({ sn }, index) => [sn, readings[index]?.data ?? null]));
}

/** Adds an audit entry for each command, with the last measured value and the requested value. */
async function auditRequests(
  trx: ScopedTrx,
  ctx: ControlContext,
  accepted: readonly Accepted[],
): Promise<void> {
  const before = await readMeasured(
    ctx,
    accepted.map(({ target }) => target.sn),
  );
  const { tenantId } = ctx.session;
  const userId = personOf(ctx.session);
  await writeAudits(
    trx,
    accepted.map(({ target, value }) => ({
      ...{ tenantId, userId, entity: 'device', id: target.deviceId, action: 'update' },
      diff: { [`control/${target.code}`]: [before.get(target.sn) ?? null, value] },
    })),
  );
}

/**
 * Stores commands to online devices in a transaction of the caller's tenant. Devices receive them after the commit.
 * Returns the command or the reason for its refusal, in the order of the requests.
 */
export async function requestControls(
  ctx: ControlContext,
  trx: ScopedTrx,
  requests: readonly ControlRequest[],
): Promise<(ControlCommand | AppError)[]> {
  const { session } = ctx;
  const sns = requests.map(({ variableSn }) => variableSn);
  const found = await targets(trx, session).where(sql<boolean>`v.sn = any(${sns}::text[])`).execute();
  const bySn = new Map(found.map((target) => [target.sn, target]));
  const online = await readOnline(
    trx,
    session,
    found.map(({ deviceSn }) => deviceSn),
  );
  const judged = requests.map((request) => judge(request, bySn.get(request.variableSn), online));
  const accepted = requests.flatMap((request, index) => {
    const target = judged[index]!;
    return target instanceof AppError ? [] : [accept(request, target)];
  });
  const commands = await writeCommands(trx, session, accepted);
  await auditRequests(trx, ctx, accepted);
  for (const [index, { target, value }] of accepted.entries())
    publishOnCommit(trx, {
      ...{ type: 'control', tenantId: session.tenantId, deviceSn: target.deviceSn },
      ...{ commandId: commands[index]!.id, params: { [target.code]: value } },
    });
  const made = commands.values();
  return judged.map((target) => (target instanceof AppError ? target : made.next().value!));
}

/** Requests one command. Throws if the command is refused. */
export async function requestControl(
  ctx: ControlContext,
  trx: ScopedTrx,
  request: ControlRequest,
): Promise<ControlCommand> {
  const [answer] = await requestControls(ctx, trx, [request]);
  if (answer instanceof AppError) throw answer;
  return answer!;
}

/** C135, C136: the switch is the only writable boolean variable of the device, or the one with a common code. */
export async function switchControl(
  ctx: ControlContext,
  trx: ScopedTrx,
  { deviceSn, on }: { deviceSn: string; on: boolean },
): Promise<ControlCommand> {
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
  return requestControl(ctx, trx, { variableSn: target.sn, value: on });
}
