import { type RawBuilder, sql } from 'kysely';
import { CYCLE_S, SET_POINT } from './setPoint.ts';

/** A controller that decided longer ago does not steer any more. */
const STEERED_S = 60;
/** A device that asks each cycle may ask a little early. */
const EARLY_S = 1;

/**
 * The set point of a device that asks over HTTP, where it is due to be said again: the newest command to it, a person's
 * too, while a strategy steers it.
 */
export const setPointAgain = (tenantId: number, deviceSn: string): RawBuilder<number> => sql<number>`
  select newest.id from strategy_config s
    join device_variable v on v.tenant_id = s.tenant_id and v.device_sn = s.device_sn and v.code = ${SET_POINT}
    cross join lateral (
      select k.id, k.sent_at, k.state from control_command k
       where k.tenant_id = s.tenant_id and k.variable_sn = v.sn order by k.id desc limit 1) newest
   where s.tenant_id = ${tenantId} and s.device_sn = ${deviceSn} and s.set_point is not null
     and s.command_id is not null and s.decided_at > now() - make_interval(secs => ${STEERED_S})
     and newest.state <> 'rejected' and newest.sent_at <= now() - make_interval(secs => ${CYCLE_S - EARLY_S})
   limit 1`;
