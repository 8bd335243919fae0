/** A company whose people have leave. It uses China's calendar, and the test sets the current day. */
import { followTenant } from '../../../server/business/leave/index.ts';
import { standardDays } from '../../../server/engine/time/calendarContent.ts';
import type { Client } from '../calls/client.ts';
import { changeRows } from '../calls/world.ts';
import type { TestServer } from '../server/server.ts';
import { type LeaveTeam, leaveTeam, type Member } from './leave.ts';

export interface Wish {
  startDate: string;
  endDate: string;
  [field: string]: unknown;
}

export interface Balances extends LeaveTeam {
  /** Updates the balances of the tenant up to this day. */
  passTo(day: string): Promise<void>;
  /** Creates a person with these first days of work, whose manager approves. */
  worker(days: { joinDate: string; firstWorkDate?: string }): Promise<Member>;
  /** Applies for leave. Returns the application and its request. */
  ask(who: Member, wish: Wish): Promise<{ id: number; requestId: number; requestVersion: number }>;
  agree(application: { requestId: number; requestVersion: number }, who?: Member): Promise<void>;
  /** Applies for leave that the manager approves, and the office too if it is long. */
  take(who: Member, wish: Wish): Promise<number>;
  /** Runs a transition of the application as the office. */
  move(id: number, name: string, form: object, who?: Client): Promise<void>;
  /** Reads the balances of a type, by default of annual leave. */
  lots(who: Member, type?: string): Promise<{ id: number; from: string; left: number }[]>;
  left(who: Member, type?: string): Promise<number>;
}

let count = 0;

export async function leaveBalances(server: TestServer): Promise<Balances> {
  // The balances use the day of the test instead of the clock.
  await server.app.services.leave.close();
  const team = await leaveTeam(server);
  const { tenantId, office, manager } = team;
  const { records } = await office.client.call('workCalendarPage', { query: { size: 1 } });
  const { id, version } = records[0]!;
  await office.client.call('workCalendarUpdate', {
    body: { id, version, zone: 'Asia/Shanghai', days: standardDays() },
  });
  const departments = (await office.client.call('deptPage', { query: { size: 50 } })).records;
  const deptId = departments.find(({ managerId }) => managerId === manager.id)!.id;

  const balances: Balances = {
    ...team,
    async passTo(day) {
      if (!(await followTenant(server.app.services, { tenantId, today: day })))
        throw new Error(`the balances did not follow to ${day}`);
    },
    async worker({ joinDate, firstWorkDate = joinDate }) {
      const member = await team.member([
        'leave:*@own',
        'userVacation:list@own',
        'userVacationDetail:list@own',
      ]);
      await changeRows(
        server,
        'user',
        { id: member.id },
        {
          join_date: joinDate,
          first_work_date: firstWorkDate,
          departments: JSON.stringify([{ deptId }]),
        },
      );
      await server.app.services.identity.changed(member.id);
      return member;
    },
    async ask(who, wish) {
      const body = { subject: `Leave ${++count}`, type: 'annual', ...wish } as const;
      const leave = await who.client.call('leaveCreate', { body });
      const path = { entity: 'leave', id: leave.id };
      const request = await who.client.call('recordSubmit', { path, body: { version: leave.version } });
      return { id: leave.id, requestId: request.id, requestVersion: request.version };
    },
    async agree({ requestId, requestVersion }, who = manager) {
      const answer = await who.client.call('approvalAgree', {
        path: { id: requestId },
        body: { version: requestVersion },
      });
      const next = answer.state === 'pending';
      if (next && who !== office) await balances.agree({ requestId, requestVersion: answer.version }, office);
    },
    async take(who, wish) {
      const application = await balances.ask(who, wish);
      await balances.agree(application);
      return application.id;
    },
    async move(leaveId, name, form, who = office.client) {
      const path = { entity: 'leave', id: leaveId };
      const leave = await office.client.call('leaveGet', { path: { id: leaveId } });
      await who.call('recordTransition', { path, body: { name, version: leave.version, form: { ...form } } });
    },
    async lots(who, type = 'annual') {
      const filter = {
        and: [
          { field: 'userId', op: 'eq', value: who.id },
          { field: 'type', op: 'eq', value: type },
        ],
      };
      const page = await office.client.call('userVacationPage', {
        query: { size: 100, filter: JSON.stringify(filter) },
      });
      return page.records
        .map((lot) => ({ id: lot.id, from: lot.from, left: Number(lot.left ?? 0) }))
        .toSorted((one, other) => (one.from < other.from ? -1 : 1));
    },
    async left(who, type) {
      return (await balances.lots(who, type)).reduce((sum, lot) => sum + lot.left, 0);
    },
  };
  return balances;
}
