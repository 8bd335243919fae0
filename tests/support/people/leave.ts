/** A company whose people apply for leave: the applicants, the approvers, and their actions. */
import { sql } from 'kysely';
import { dayAfter } from '../../../runtime/core/time/workDays.ts';
import { type Client, login, type TestServer } from '../server/server.ts';
import { makeDept, makePerson, makeTenant, PASSWORD } from './people.ts';

export interface Member {
  client: Client;
  id: number;
}

export interface LeaveTeam {
  tenantId: number;
  member(permissions?: readonly string[], tenant?: number): Promise<Member>;
  applicant: Member;
  manager: Member;
  office: Member;
  colleague: Member;
  /** A user who only runs approvals. */
  runner: Member;
}

export async function leaveTeam(server: TestServer): Promise<LeaveTeam> {
  const { db } = server.app;
  const tenantId = await makeTenant(server);
  const member: LeaveTeam['member'] = async (permissions = ['leave:*@own'], tenant = tenantId) => {
    const { userId, username } = await makePerson(server, [tenant], { permissions });
    return { id: userId, client: await login(server, username, PASSWORD) };
  };
  const applicant = await member();
  const manager = await member();
  const office = await member(['*']);
  const colleague = await member();
  const runner = await member(['approval:reassign']);
  await makeDept(server, tenantId, manager.id, [applicant.id, manager.id]);
  await db.system(async (trx) => {
    await sql`update "user" set roles = (select jsonb_build_array(id) from role
      where tenant_id = ${tenantId} and key = 'administrator') where id = ${office.id}`.execute(trx);
  });
  return { tenantId, member, applicant, manager, office, colleague, runner };
}

let count = 0;

interface Wish {
  startDate?: string;
  endDate?: string;
  [field: string]: unknown;
}

const WEEK = 7;

/**
 * Creates an application. Each one has a week of its own, because leave must not overlap. Given dates are the ones of
 * the first week.
 */
export function draft(who: Member, { startDate = '2026-12-01', endDate = '2026-12-02', ...more }: Wish = {}) {
  count += 1;
  const dates = {
    startDate: dayAfter(startDate, WEEK * count),
    endDate: dayAfter(endDate, WEEK * count),
  };
  return who.client.call('leaveCreate', {
    body: { subject: `Leave ${count}`, type: 'sick', ...dates, ...more },
  });
}

export async function submit(who: Member, body: Wish = {}) {
  const record = await draft(who, body);
  const path = { entity: 'leave', id: record.id };
  return {
    record,
    request: await who.client.call('recordSubmit', { path, body: { version: record.version } }),
  };
}
