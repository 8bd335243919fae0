/** A project whose earned value is known, with the people who plan, work and keep its books. */
import type { ExecuteSite } from '../../../generated/types.ts';
import { dayAfter } from '../../../runtime/core/time/workDays.ts';
import type { Client } from '../calls/client.ts';
import type { TestServer } from '../server/server.ts';
import { joinProject, makeProject, moveOf, type ProjectPerson } from './projects.ts';

export interface CostTeam {
  worker: ProjectPerson;
  finance: ProjectPerson;
}

/** Returns the day that is this number of days after today, in UTC. */
export const dayFromToday = (days: number): string => dayAfter(new Date().toISOString().slice(0, 10), days);

/** Sets the hourly rate of a user. */
export async function setRate(head: Client, userId: number, hourlyRate: string | null): Promise<void> {
  const { version } = await head.call('userGet', { path: { id: userId } });
  await head.call('userUpdateById', { body: { id: userId, version, hourlyRate } });
}

/** Adds a worker at 150.00 an hour, and a finance user. */
export async function openCostTeam(
  server: TestServer,
  head: Client & { tenantId: number },
): Promise<CostTeam> {
  const [worker, finance] = await Promise.all([
    joinProject(server, head.tenantId),
    joinProject(server, head.tenantId, 'finance'),
  ]);
  await setRate(head, worker.id, '150.00');
  return { worker, finance };
}

/** Finance sets the planned cost of the project. */
export const setBudget = (finance: Client, id: number, budget: string) =>
  moveOf(finance, 'executeSite', id, 'setBudget', { budget });

/** Tasks of 20, 30 and 50 %: the first is completed, the second is due and half completed, the third begins later. */
const TASKS = [
  { name: 'Preparation', weight: 20, from: -40, to: -21, done: 100, on: -22 },
  { name: 'Mounting', weight: 30, from: -20, to: -5, done: 50, on: -4 },
  { name: 'Acceptance', weight: 50, from: 10, to: 30, done: 0 },
];

/** Makes the project of S14 before any work is entered: a plan of 100,000.00 with the worker as a member. */
export async function planProject(
  head: Client,
  { worker, finance }: CostTeam,
  more: object = {},
): Promise<ExecuteSite> {
  const site = await makeProject(head, worker.id, more);
  for (const { name, weight, from, to, done, on } of TASKS)
    await head.call('workPlanOfSiteCreate', {
      path: { id: site.id },
      body: {
        ...{ name, weight, done, kind: 'project', fromDate: dayFromToday(from), toDate: dayFromToday(to) },
        ...(on !== undefined && { doneOn: dayFromToday(on) }),
      },
    });
  await setBudget(finance.client, site.id, '100000.00');
  return site;
}

/** The worker enters 120 hours, 8 a day, and finance books 8,000.00. */
export async function workOnProject({ worker, finance }: CostTeam, siteId: number): Promise<void> {
  for (let day = -18; day < -3; day += 1)
    await worker.client.call('manualWorkloadCreate', {
      body: { siteId, day: dayFromToday(day), hours: 8, content: 'Mounting' },
    });
  await finance.client.call('projectCostCreate', {
    body: { siteId, day: dayFromToday(-6), kind: 'material', content: 'Cables', amount: '8000.00' },
  });
}
