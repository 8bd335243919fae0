/** The log of robots: each command with its answer, derived from the commands to their devices. */
import { sql } from 'kysely';
import { entityOf } from '../../../runtime/core/definitions/entities.ts';
import { createRecord, updateRecord } from '../../engine/entities/write/write.ts';
import { platformStep } from '../../engine/time/platformStep.ts';
import { ANSWER_WITHIN_S } from '../control/commands.ts';
import { commandName } from './protocol.ts';
import type { RobotParts } from './robots.ts';

const MOST_AT_ONCE = 200;
const LONGEST_VALUE = 4000;
const ZONE = 'UTC';

interface Sent {
  tenantId: number;
  robotId: number;
  commandId: number;
  code: string;
  value: unknown;
  requestedBy: string | null;
  requestedAt: string;
}

const textOf = (value: unknown): string =>
  (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, LONGEST_VALUE);

async function addSent(parts: RobotParts): Promise<void> {
  const { rows } = await parts.db.system((trx) =>
    sql<Sent>`
      select r.tenant_id, r.id as robot_id, c.id as command_id, v.code, c.value, c.requested_by_name as requested_by,
             c.requested_at
        from robot r
        join control_command c on c.tenant_id = r.tenant_id and c.device_sn = r.device_sn
         and c.id > coalesce((select max(l.command_id) from robot_log l
                               where l.tenant_id = r.tenant_id and l.robot_id = r.id), 0)
        join device_variable v on v.tenant_id = c.tenant_id and v.sn = c.variable_sn
       order by c.id limit ${MOST_AT_ONCE}`.execute(trx),
  );
  for (const { tenantId, code, value, requestedBy, ...row } of rows)
    await createRecord(platformStep(parts, tenantId, ZONE), entityOf('robotLog'), {
      ...row,
      command: commandName(code, value),
      value: textOf(value),
      ...(requestedBy && { requestedBy }),
    });
}

interface Answered {
  tenantId: number;
  id: number;
  state: string;
  answeredAt: string | null;
  answer: string | null;
}

async function noteAnswered(parts: RobotParts): Promise<void> {
  const { rows } = await parts.db.system((trx) =>
    sql<Answered>`
      select l.tenant_id, l.id, c.answered_at, c.answer,
             case when c.state = 'requested' then 'expired' else c.state end as state
        from robot_log l
        join control_command c on c.tenant_id = l.tenant_id and c.id = l.command_id
       where l.state = 'requested'
         and (c.state <> 'requested' or c.requested_at < now() - make_interval(secs => ${ANSWER_WITHIN_S}))
       order by l.tenant_id, l.id limit ${MOST_AT_ONCE}`.execute(trx),
  );
  for (const { tenantId, id, ...values } of rows)
    await updateRecord(
      platformStep(parts, tenantId, ZONE),
      entityOf('robotLog'),
      id,
      null,
      {},
      {
        right: null,
        move: { values, told: {} },
      },
    );
}

export async function followCommands(parts: RobotParts): Promise<void> {
  await addSent(parts);
  await noteAnswered(parts);
}
