/** Reads report groups for calls: the lines of a group over a window, in the time zone of its station. */
import type { Data } from '../../../generated/calls.ts';
import { parseTime } from '../../../runtime/core/time/timeWindow.ts';
import { named, seen } from '../../engine/access/scopedRecords.ts';
import type { HandlerContext } from '../../engine/context.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { openStation } from '../stations/open.ts';
import { checkTime, checkWindow } from '../telemetry/read/needs.ts';
import { variablesSeen } from '../telemetry/variableAccess.ts';
import { type ReportTable, readReport } from './table.ts';

interface ReportQuery {
  from: string;
  to: string;
  interval: ReportTable['interval'];
}

interface Station {
  sn: string;
  name: string;
  zone: string;
}

interface Lines extends Pick<ReportTable, 'title' | 'method'> {
  station: Station;
  sns: readonly string[];
}

const MOST_LINES = 50;

type Context = Pick<HandlerContext, 'db' | 'session' | 'telemetry' | 'permission'>;

/** Returns the report of these lines. Text variables have no figures. */
async function tableOf(ctx: Context, { station, title, method, sns }: Lines, query: ReportQuery) {
  const { session, telemetry } = ctx;
  const { sn, name: stationName, zone } = station;
  const at = (text: string) => checkTime(parseTime(text, zone));
  const { from, to } = checkWindow(at(query.from), at(query.to));
  const variables = (await variablesSeen(ctx, sns)).filter(({ stationSn }) => stationSn === sn);
  const question = { title, stationName, zone, method, sns, variables, from, to };
  return readReport(telemetry, { ...question, interval: query.interval, tenantId: session.tenantId });
}

type GroupTrx = Parameters<Parameters<Context['db']['tenant']>[1]>[0];

async function findGroup(trx: GroupTrx, { session }: Context, id: number, action: 'get' | 'list') {
  const group = await trx
    .selectFrom(seen(trx, session, 'reportGroup', action).as('g'))
    .select(['g.stationSn', 'g.name', 'g.method', 'g.sns'])
    .where('g.id', '=', id)
    .executeTakeFirst();
  if (!group) throw new AppError('http.notFound');
  return group;
}

async function findStation(trx: GroupTrx, { session }: Context, stationSn: string): Promise<Station> {
  const station = await trx
    .selectFrom(seen(trx, session, 'station', 'list').as('s'))
    .select('s.timeZone')
    .where('s.sn', '=', stationSn)
    .executeTakeFirst();
  const name = await trx
    .selectFrom(named(trx, session, 'station').as('s'))
    .select('s.name')
    .where('s.sn', '=', stationSn)
    .executeTakeFirst();
  if (!station || !name) throw new AppError('station.notFound');
  return { sn: stationSn, name: name.name ?? '', zone: station.timeZone };
}

/** C763: returns the report of a group. */
export async function groupTable(ctx: Context, id: number, query: ReportQuery): Promise<ReportTable> {
  const lines = await ctx.db.tenant(ctx.session.tenantId, async (trx): Promise<Lines> => {
    const { stationSn, name: title, method, sns } = await findGroup(trx, ctx, id, 'get');
    const station = await findStation(trx, ctx, stationSn);
    return { station, title, method: method as Lines['method'], sns: (sns ?? []) as string[] };
  });
  return tableOf(ctx, lines, query);
}

interface Trend extends ReportQuery {
  stationId: number;
  groupId?: number | undefined;
  sns?: string | undefined;
  method?: Lines['method'] | undefined;
}

/** C761: returns the figures of a group or of named variables. */
export async function trendTable(
  ctx: Context,
  { stationId, groupId, ...asked }: Trend,
): Promise<ReportTable> {
  const chosen = asked.sns?.split(',').filter((sn) => sn !== '') ?? [];
  if ((groupId === undefined) === (chosen.length === 0))
    throw new AppError('report.groupOrVariables', {}, { field: '/sns' });
  if (chosen.length > MOST_LINES)
    throw new AppError('report.tooManyLines', { limit: MOST_LINES }, { field: '/sns' });
  const lines = await ctx.db.tenant(ctx.session.tenantId, async (trx): Promise<Lines> => {
    const { sn } = await openStation(trx, ctx, { id: stationId });
    const station = await findStation(trx, ctx, sn);
    if (groupId === undefined) {
      const method = asked.method ?? 'DIFF';
      return { station, title: station.name, method, sns: [...new Set(chosen)] };
    }
    const group = await findGroup(trx, ctx, groupId, 'list');
    if (group.stationSn !== sn) throw new AppError('http.notFound');
    const method = asked.method ?? (group.method as Lines['method']);
    return { station, title: group.name, method, sns: (group.sns ?? []) as string[] };
  });
  return tableOf(ctx, lines, asked);
}

/** C762: returns the groups of a station. */
export const groupsOf = (ctx: Context, stationId: number): Promise<Data<'reportGroupsOfStation'>> =>
  ctx.db.tenant(ctx.session.tenantId, async (trx) => {
    const { sn } = await openStation(trx, ctx, { id: stationId });
    const rows = await trx
      .selectFrom(seen(trx, ctx.session, 'reportGroup', 'list').as('g'))
      .selectAll()
      .where('g.stationSn', '=', sn)
      .orderBy('g.name')
      .execute();
    return rows as Data<'reportGroupsOfStation'>;
  });

/** Returns a kept report, limited to the variables that the reader may see. */
export const keptTable = (ctx: Context, id: number): Promise<ReportTable> =>
  ctx.db.tenant(ctx.session.tenantId, async (trx) => {
    const report = await trx
      .selectFrom(seen(trx, ctx.session, 'historyReport', 'get').as('r'))
      .select('r.id')
      .where('r.id', '=', id)
      .executeTakeFirst();
    const stored =
      report &&
      (await trx.selectFrom('historyReportTable').select('body').where('id', '=', id).executeTakeFirst());
    if (!stored) throw new AppError('http.notFound');
    return stored.body;
  });
