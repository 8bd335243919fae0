import { type RawBuilder, sql } from 'kysely';
import { CYCLE_S, SET_POINT } from './setPoint.ts';

/** Seconds after its last decision during which a controller counts as active. */
const STEERED_S = 60;
/** Tolerance in seconds for a device that polls slightly before the next cycle. */
const EARLY_S = 1;

/**
 * Selects the newest set point command if it must be sent again to a device that polls over HTTP. It may be a user's
 * command while a strategy or a factory test controls the device.
 */
export const setPointAgain = (tenantId: number, deviceSn: string): RawBuilder<number> => sql<number>`
  select newest.id
    from (
      select c.set_point, c.command_id, c.decided_at from strategy_config c
       where c.tenant_id = ${tenantId} and c.device_sn = ${deviceSn}
       union all
      select r.set_point, r.command_id, r.decided_at from factory_test_device d
        join factory_test_record t on t.tenant_id = d.tenant_id and t.device_id = d.id
        join charge_discharge_record r on r.tenant_id = t.tenant_id and r.record_id = t.id
       where d.tenant_id = ${tenantId} and d.device_sn = ${deviceSn} and r.test_status = 'running') s
    join device_variable v
      on v.tenant_id = ${tenantId} and v.device_sn = ${deviceSn} and v.code = ${SET_POINT}
    cross join lateral (
      select k.id, k.sent_at, k.state from control_command k
       where k.tenant_id = v.tenant_id and k.variable_sn = v.sn order by k.id desc limit 1) newest
   where s.set_point is not null and s.command_id is not null
     and s.decided_at > now() - make_interval(secs => ${STEERED_S})
     and newest.state <> 'rejected' and newest.sent_at <= now() - make_interval(secs => ${CYCLE_S - EARLY_S})
   limit 1`;
