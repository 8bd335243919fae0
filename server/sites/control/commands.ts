/** Reads commands to devices, with their results. */
import { sql } from 'kysely';
import type { components } from '../../../generated/api.ts';
import { seen } from '../../engine/access/scopedRecords.ts';
import type { Session } from '../../engine/context.ts';
import type { ScopedTrx } from '../../platform/db/index.ts';
import type { ControlState } from '../../platform/db/tables/jsonShapes.ts';

export type ControlCommand = components['schemas']['ControlCommand'];

/** Time in seconds within which a device must answer. Later answers are ignored. */
export const ANSWER_WITHIN_S = 60;
const LATEST_COMMANDS = 50;

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

interface CommandFilter {
  id?: number | undefined;
  deviceSn?: string | undefined;
  stationSn?: string | undefined;
  variableSns?: readonly string[] | undefined;
  /**
   * If true, reads only the newest command of each controllable variable. Otherwise reads the last commands
   * of all variables.
   */
  newest?: boolean | undefined;
}

const NEWEST = sql<number>`(
  select c.id from device_variable v, lateral (
    select id from control_command where tenant_id = v.tenant_id and variable_sn = v.sn order by id desc limit 1) c
   where v.writable)`;

/** C017: lists the commands of devices that the caller may see, newest first. */
export async function listControl(
  trx: ScopedTrx,
  caller: Session,
  filter: CommandFilter,
): Promise<ControlCommand[]> {
  const { id, deviceSn, stationSn, variableSns, newest = false } = filter;
  return commands(trx)
    .where('deviceSn', 'in', trx.selectFrom(seen(trx, caller, 'device', 'get').as('d')).select('d.sn'))
    .$if(variableSns !== undefined, (query) => query.where('variableSn', 'in', variableSns!))
    .$if(newest, (query) => query.where('id', 'in', NEWEST))
    .$if(id !== undefined, (query) => query.where('id', '=', id as number))
    .$if(deviceSn !== undefined, (query) => query.where('deviceSn', '=', deviceSn as string))
    .$if(stationSn !== undefined, (query) => query.where('stationSn', '=', stationSn as string))
    .orderBy('id', 'desc')
    .$if(!newest, (query) => query.limit(LATEST_COMMANDS))
    .execute();
}
