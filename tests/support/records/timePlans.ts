/** Plans of visits, and the visits that the server creates from them. */
import { releaseNotices } from '../../../server/engine/notices/index.ts';
import { runLimits } from '../../../server/engine/time/limits.ts';
import { runReminders } from '../../../server/engine/time/reminders.ts';
import { runSchedules } from '../../../server/engine/time/schedules.ts';
import type { Client } from '../calls/client.ts';
import { define, entityOf, text } from '../calls/definitions.ts';
import type { TestServer } from '../server/server.ts';
import { openBooks } from './storedBooks.ts';

const field = (en: string, more: object = {}) => ({ type: 'string', title: text(en), ...more });

const DAY_RULES = ['any', 'skip', 'next'].map((value) => ({ value, title: text(value) }));

export const visit = (more: Record<string, unknown> = {}) =>
  entityOf(
    'timeVisit',
    {
      name: field('Name', { maxLength: 60 }),
      planId: { type: 'integer', title: text('Plan'), 'x-ref': 'timePlan', 'x-looseRef': true },
      day: field('Day', { format: 'date' }),
      at: field('At', { format: 'date-time' }),
      note: field('Note', { maxLength: 60 }),
    },
    {
      list: { columns: ['name', 'day'], filters: ['planId'], sort: [{ field: 'day', order: 'asc' }] },
      ...more,
    },
  );

export const SCHEDULE = {
  rule: 'rule',
  from: 'startDate',
  until: 'endDate',
  days: 'days',
  zone: 'zone',
  at: 'time',
  ahead: 30,
  while: 'active = true',
  create: {
    entity: 'timeVisit',
    values: {
      name: "cat(name, ' ', $day)",
      planId: 'id',
      day: '$day',
      at: '$at',
      note: 'note',
    },
  },
};

export const plan = (schedule: object | null = SCHEDULE) =>
  entityOf(
    'timePlan',
    {
      name: field('Name', { maxLength: 60 }),
      rule: field('Rule', { format: 'rrule' }),
      startDate: field('From', { format: 'date' }),
      endDate: field('Until', { format: 'date' }),
      days: field('Days', { 'x-options': DAY_RULES, default: 'any' }),
      zone: field('Zone', { format: 'timezone' }),
      time: field('Time', { format: 'time' }),
      note: field('Note', { maxLength: 200 }),
      active: { type: 'boolean', title: text('Active'), default: true },
    },
    schedule ? { schedule } : {},
  );

const STATES = ['open', 'waiting', 'closed', 'late'].map((value) => ({ value, title: text(value) }));

/** A deed with a due date, reminders and time limits. */
export const deed = entityOf(
  'timeDeed',
  {
    name: field('Name', { maxLength: 60 }),
    due: field('Due', { format: 'date' }),
    at: field('At', { format: 'date-time' }),
    keeperId: { type: 'integer', 'x-ref': 'user', title: text('Keeper') },
    note: field('Note', { maxLength: 60 }),
    state: field('State', { 'x-options': STATES }),
  },
  {
    remind: [
      {
        ...{ field: 'due', before: 'P7D', to: { fields: ['keeperId'] } },
        if: "state = 'open'",
        text: { zh: '{name}将于{due}到期', en: '{name} is due on {due}' },
      },
      { field: 'due', after: 'P1D', to: { owner: true }, text: { zh: '{name}已过期', en: '{name} is over' } },
      { field: 'at', before: 'PT2H', to: { owner: true }, text: { zh: '{name}将开始', en: '{name} begins' } },
    ],
    states: {
      ...{ field: 'state', initial: 'open' },
      transitions: [
        { name: 'wait', title: text('Wait'), from: ['open', 'late'], to: 'waiting' },
        {
          ...{ name: 'lapse', title: text('Lapse'), from: ['waiting'], to: 'late' },
          guard: "note != 'keep'",
          guardText: text('it is kept'),
        },
      ],
      limits: [
        {
          in: ['waiting'],
          after: 'P2D',
          to: { fields: ['keeperId'] },
          text: { zh: '{name}等待过久', en: '{name} waits' },
        },
        { in: ['waiting'], after: 'P5D', move: 'lapse' },
        {
          in: ['late'],
          after: 'P3D',
          working: true,
          to: { owner: true },
          text: text('{name} is still late'),
        },
      ],
    },
  },
);

/** Defines plans and visits on the server. */
export async function definePlans(admin: Client): Promise<void> {
  await define(admin, plan(null));
  await define(admin, visit());
  await define(admin, plan(), false);
}

export interface Visit extends Record<string, unknown> {
  id: number;
  version: number;
  name: string;
  day: string;
  at: string;
  note: string | null;
  createdBy: number | null;
}

/** Returns all visits of a plan, in the order of their days. */
export async function visitsOf(admin: Client, planId: number): Promise<Visit[]> {
  const filter = encodeURIComponent(
    JSON.stringify({ and: [{ field: 'planId', op: 'in', value: [planId] }] }),
  );
  const { data } = await openBooks(admin).ask('GET', `timeVisit/page?size=200&filter=${filter}`);
  return data.records as Visit[];
}

/** Creates the records that are due at an instant. The server also creates records by its own clock. */
export const makeDue = ({ app }: TestServer, at: string): Promise<void> =>
  runSchedules(app.services, Date.parse(at));

/** Sends the reminders that are due at an instant. */
export const remindAt = ({ app }: TestServer, at: number): Promise<void> => runReminders(app.services, at);

/** Shows the notices that were delayed by quiet hours until an instant. */
export const releaseAt = ({ app }: TestServer, at: number): Promise<void> =>
  releaseNotices(app.services.db, at);

/** Applies the time limits of states at an instant. */
export const limitAt = ({ app }: TestServer, at: number): Promise<void> => runLimits(app.services, at);

/** Ends the quiet hours of a tenant, so that its people are notified at every time of the day. */
export async function endQuietHours(client: Client): Promise<void> {
  const { records } = await client.call('workCalendarPage', { query: { size: 50 } });
  for (const { id, version } of records)
    await client.call('workCalendarUpdate', { body: { id, version, quietFrom: null, quietUntil: null } });
}
