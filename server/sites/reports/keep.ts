/** Creates the due reports, stores each once with its figures, and notifies the people of its group. */

import { sql } from 'kysely';
import type { Text } from '../../../generated/definition.ts';
import { formatNumber } from '../../../runtime/core/numbers/format.ts';
import { type Lang, readLang } from '../../../runtime/core/text/lang.ts';
import { pickText } from '../../../runtime/core/text/pickText.ts';
import type { PeriodType } from '../../../runtime/core/time/timeWindow.ts';
import type { Services } from '../../engine/context.ts';
import { sendNotice } from '../../engine/notices/index.ts';
import type { Trx } from '../../platform/db/index.ts';
import { type DuePeriod, INTERVAL_OF, isSettled, type NewestValue, periodsDue } from './due.ts';
import { type ReportTable, readReport } from './table.ts';
import { factsOf, lineName, percentText, WORDS } from './words.ts';

export type ReportParts = Pick<Services, 'db' | 'hub' | 'log' | 'telemetry'>;

interface Group {
  id: number;
  tenantId: number;
  name: string;
  stationSn: string;
  stationName: string;
  zone: string;
  sns: string[];
  method: ReportTable['method'];
  period: PeriodType;
  mail: number[] | null;
  createdAt: string;
  updatedAt: string;
}

export const KEPT_LINK = '/main/ems/map/monitor/dataReport/kept';
/** Maximum number of lines in a message. The report contains all lines. */
const NOTICE_LINES = 12;

const findGroups = (trx: Trx): Promise<Group[]> =>
  sql<Group>`
    select g.id, g.tenant_id, g.name, g.station_sn, s.name as station_name, s.time_zone as zone, g.sns, g.method,
      g.period, g.mail, g.created_at, g.updated_at
      from report_group g join station s on s.tenant_id = g.tenant_id and s.sn = g.station_sn
     order by g.tenant_id, g.id`
    .execute(trx)
    .then(({ rows }) => rows);

const readStoredDays = async (trx: Trx, { id, period }: Group): Promise<Set<string>> => {
  // A report in the recycle bin counts as existing, so it is not created again.
  const { rows } = await sql<{ day: string }>`
    select first_day::text as day from history_report where group_id = ${id} and period = ${period}
    union all
    select record ->> 'first_day' from recycle_bin
     where entity = 'historyReport' and (record ->> 'group_id')::int8 = ${id} and record ->> 'period' = ${period}`.execute(
    trx,
  );
  return new Set(rows.map(({ day }) => day));
};

/** Reads when the newest values of measured variables were measured and received. */
async function readLastReceived(
  { db }: ReportParts,
  tenantId: number,
  ids: readonly number[],
): Promise<NewestValue[]> {
  const { rows } = await db.tenant(tenantId, (trx) =>
    sql<{ id: number; ts: string; receivedAt: string }>`
      select variable_id as id, ts, received_at from latest
       where tenant_id = ${tenantId} and variable_id = any(${[...ids]}::int4[])`.execute(trx),
  );
  const known = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => {
    const row = known.get(id);
    return row
      ? { ts: Date.parse(row.ts), receivedAt: Date.parse(row.receivedAt) }
      : { ts: null, receivedAt: null };
  });
}

function textOf(table: ReportTable, lang: Lang): string {
  const facts = factsOf(table, lang).map(({ label, text }) => `${label}: ${text}`);
  const lines = table.lines
    .slice(0, NOTICE_LINES)
    .map(
      (line) =>
        `${lineName(line, lang)}: ${formatNumber(line.total, { decimals: line.decimals })} (${pickText(WORDS.completeness, lang)} ${percentText(line.completeness)})`,
    );
  return [...facts, '', ...lines].join('\n');
}

/** Notifies the people of a group in the application. If the tenant has a mail channel, also by mail. */
async function notifyPeople(
  trx: Trx,
  group: Group,
  { firstDay }: DuePeriod,
  table: ReportTable,
): Promise<void> {
  const { tenantId, mail, stationName, name } = group;
  if (!mail || mail.length === 0) return;
  const subject: Text = {
    zh: `${stationName}的报表“${name}”（${firstDay}）已生成`,
    en: `Report “${name}” of ${stationName} (${firstDay}) is ready`,
  };
  await sendNotice(trx, { tenantId, userIds: mail, text: subject, link: KEPT_LINK, kind: 'reminder' });
  const channel = await trx
    .selectFrom('notificationChannel')
    .select(['id', 'lang'])
    .where('tenantId', '=', tenantId)
    .where('kind', '=', 'email')
    .where('enabled', '=', true)
    .orderBy('id')
    .executeTakeFirst();
  if (!channel) return;
  const people = await trx
    .selectFrom('user')
    .select(['id', 'email'])
    .where('tenantId', '=', tenantId)
    .where('id', 'in', mail)
    .where('email', 'is not', null)
    .execute();
  const lang = readLang(channel.lang);
  const line = { tenantId, channelId: channel.id, kind: 'email', event: 'record', state: 'waiting' } as const;
  for (const { id, email } of people)
    await trx
      .insertInto('notificationLog')
      .values({
        ...line,
        ...{
          userId: id,
          recipient: email ?? '',
          subject: pickText(subject, lang),
          body: textOf(table, lang),
        },
        ...{ attempts: 0, nextTry: new Date().toISOString() },
      })
      .execute();
}

/** Stores a report. Returns false if another process has stored it. */
async function storeReport(
  { db, hub }: ReportParts,
  group: Group,
  due: DuePeriod,
  table: ReportTable,
): Promise<boolean> {
  const { tenantId, id: groupId, stationSn, name, period } = group;
  const { firstDay, lastDay } = due;
  const reportId = await db.tenant(tenantId, async (trx) => {
    const row = await trx
      .insertInto('historyReport')
      .values({
        tenantId,
        groupId,
        stationSn,
        name,
        period,
        firstDay,
        lastDay,
        completeness: table.completeness,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!row) return null;
    await trx
      .insertInto('historyReportTable')
      .values({ tenantId, id: row.id, body: JSON.stringify(table) })
      .execute();
    await notifyPeople(trx, group, due, table);
    return row.id;
  });
  if (reportId === null) return false;
  hub.publish({ type: 'entity', entity: 'historyReport', tenantId, id: reportId, do: 'create' });
  return true;
}

/** Creates the due reports of a group. Returns their number. */
async function followGroup(
  parts: ReportParts,
  group: Group,
  { now, signal }: { now: number; signal: AbortSignal | undefined },
): Promise<number> {
  const { db, telemetry } = parts;
  const { tenantId, zone, sns, method, period, stationSn, stationName, name: title } = group;
  const due = periodsDue(period, zone, Date.parse(group.createdAt), now);
  if (due.length === 0) return 0;
  const days = await db.tenant(tenantId, (trx) => readStoredDays(trx, group));
  const missing = due.filter(({ firstDay }) => !days.has(firstDay));
  if (missing.length === 0) return 0;
  const variables = (await telemetry.variables(tenantId, sns)).filter((one) => one.stationSn === stationSn);
  const inputs = variables.flatMap(({ id, calculation }) =>
    calculation ? calculation.inputs.map((input) => input.id) : [id],
  );
  const received = await readLastReceived(parts, tenantId, [...new Set(inputs)]);
  let made = 0;
  for (const one of missing) {
    if (signal?.aborted || !isSettled(one.to, received, Date.parse(group.updatedAt), now)) break;
    const question = { tenantId, title, stationName, zone, sns, variables, method };
    const { from, to } = one;
    const table = await readReport(telemetry, { ...question, from, to, interval: INTERVAL_OF[period] });
    if (await storeReport(parts, group, one, table)) made += 1;
  }
  return made;
}

/** Creates the due reports of all groups. An error in a group does not affect the others. */
export async function storeReports(
  parts: ReportParts,
  { now = Date.now(), signal }: { now?: number; signal?: AbortSignal } = {},
): Promise<number> {
  const groups = await parts.db.system(findGroups);
  let made = 0;
  for (const group of groups) {
    if (signal?.aborted) break;
    try {
      made += await followGroup(parts, group, { now, signal });
    } catch (error) {
      parts.log.error('a report was not made', { tenantId: group.tenantId, group: group.id, error });
    }
  }
  return made;
}
