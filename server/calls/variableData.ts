/** Calls that read variables: current values, statistics, series (C004–C009, C019, C114, C115, C748–C753). */
import type { Calls } from '../../generated/calls.ts';
import type { HandlerContext } from '../engine/context.ts';
import { findReadings } from '../sites/telemetry/catalog/findReadings.ts';
import { findVariables } from '../sites/telemetry/catalog/findVariables.ts';
import { figuresOf, statisticsByZone } from '../sites/telemetry/read/needs.ts';
import {
  chooseDevices,
  countDevices,
  realtimeOfDevices,
  variablesCodes,
  variablesOfDevices,
} from '../sites/telemetry/read/overview.ts';
import { bucketOfPeriod, periodOfQuery, windowOfTimes } from '../sites/telemetry/read/queryTime.ts';
import type { Method, TelemetryVariable } from '../sites/telemetry/types.ts';
import { variablesSeen } from '../sites/telemetry/variableAccess.ts';

type VariableDataOperation =
  | 'deviceVariablesOfDevices'
  | 'deviceVariablesOfDevice'
  | 'variablesFound'
  | 'deviceReadings'
  | 'variableMaps'
  | 'realtimeData'
  | 'realtimeDataByVariable'
  | 'oneTimeDatas'
  | 'statisticalValue'
  | 'accuSummarized'
  | 'historyTrend'
  | 'trendValues'
  | 'devicesWithValues'
  | 'deviceVariableCodes'
  | 'devicesRealtime'
  | 'devicesRealtimePage';

const DEFAULT_SIZE = 10;
/** Maximum number of variables that a picker shows first. */
const FOUND_SIZE = 50;
const DEFAULT_POINTS = 500;
/**
 * Maximum number of points per variable in a one-time answer, which is for short windows. Longer series are thinned.
 */
const ONE_TIME_POINTS = 20_000;
/** Maximum number of points of all variables in a one-time answer. Serializing the answer blocks other requests. */
const ONE_TIME_TOTAL = 100_000;

/** Returns the maximum number of points of each variable. */
const pointsOneTime = (variables: number): number =>
  Math.min(ONE_TIME_POINTS, Math.floor(ONE_TIME_TOTAL / Math.max(1, variables)));

const splitList = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
const methodOf = (text: string | undefined): Method => (text ?? 'DIFF').toUpperCase() as Method;

const variablesOfQuery = (sns: string, context: HandlerContext): Promise<TelemetryVariable[]> =>
  variablesSeen(context, [...new Set(splitList(sns))]);

/** Returns an entry for each requested sn in the same order. Callers match entries by position. */
async function realtimeInOrder(sns: string, context: HandlerContext) {
  const requestedSns = splitList(sns);
  const variables = await variablesSeen(context, requestedSns);
  const bySn = new Map(context.telemetry.latest(variables).map((reading) => [reading.sn, reading]));
  return requestedSns.map((sn) => ({ sn, reading: bySn.get(sn) }));
}

/** Reads series of variables. Their time zones may differ, so a local time is in the zone of each variable. */
async function readCourses(
  sns: string,
  start: string,
  end: string,
  pointsEach: (variables: number) => number,
  context: HandlerContext,
) {
  const { telemetry, session } = context;
  const variables = await variablesOfQuery(sns, context);
  const courses = [];
  for (const group of Map.groupBy(variables, ({ zone }) => zone).values()) {
    const window = windowOfTimes(start, end, group[0]!.zone);
    const series = await telemetry.history({
      tenantId: session.tenantId,
      variables: group,
      maxPoints: pointsEach(variables.length),
      ...window,
    });
    courses.push(...series.map(({ points }, index) => ({ variable: group[index]!, points })));
  }
  return courses;
}

export const variableDataCalls = {
  async deviceVariablesOfDevices({ query }, context) {
    return variablesOfDevices(context, splitList(query.deviceSns));
  },
  async deviceVariablesOfDevice({ path }, context) {
    const devices = await variablesOfDevices(context, [path.deviceSn]);
    return devices[0]?.variables ?? [];
  },
  async variablesFound({ query }, context) {
    const {
      stationSn,
      search,
      keys,
      current = query.pageNum ?? 1,
      size = query.pageSize ?? FOUND_SIZE,
    } = query;
    const sns = query.sns === undefined ? undefined : splitList(query.sns);
    const { records, total } = await findVariables(context, { stationSn, search, sns, keys }, current, size);
    return { records, total, current, size };
  },
  async deviceReadings({ query }, context) {
    return findReadings(context, query.deviceSn, splitList(query.codes));
  },
  async variableMaps(_input, context) {
    return variablesCodes(await variablesOfDevices(context, null));
  },
  async realtimeData({ query }, context) {
    return (await realtimeInOrder(query.sns, context)).map(({ reading }) => {
      return { data: reading?.data ?? null, unit: reading?.unit ?? null };
    });
  },
  async realtimeDataByVariable({ query }, context) {
    return (await realtimeInOrder(query.sns, context)).map(({ sn, reading }) => {
      const { data = null, unit = '', decimals = 0, ts = null, stale = true } = reading ?? {};
      return { sn, data, unit, decimals, ts, stale };
    });
  },
  async oneTimeDatas({ query }, context) {
    const [start = '', end = ''] = query.querytimes.split(',');
    const courses = await readCourses(query.sns, start, end, pointsOneTime, context);
    const entries = courses.map(({ variable: { sn, unit }, points }) => ({
      sn,
      unit,
      values: points
        .filter(([, value]) => value !== null)
        .map(([ts, value]) => ({ time: new Date(ts).toISOString(), value })),
    }));
    return JSON.stringify(entries);
  },

  async statisticalValue({ query }, context) {
    const { telemetry, session } = context;
    const variables = await variablesOfQuery(query.sns, context);
    const now = Date.now();
    const all = await statisticsByZone(
      telemetry,
      session.tenantId,
      variables,
      methodOf(query.calcmethod),
      ({ zone }) => periodOfQuery(query.querytime, query.type, zone, now),
    );
    return all.map(({ variable, series }) => figuresOf(variable, series));
  },
  async accuSummarized({ query }, context) {
    const { telemetry, session } = context;
    const variables = await variablesOfQuery(query.sns, context);
    const window = ({ zone }: TelemetryVariable) => ({
      ...windowOfTimes(query.startTime, query.endTime, zone),
      bucket: 'total' as const,
    });
    const read = (method: Method) => statisticsByZone(telemetry, session.tenantId, variables, method, window);
    const all = await read(methodOf(query.calcmethod));
    const means = new Map((await read('AVG')).map(({ variable, series }) => [variable.sn, series.value]));
    return all.map(({ variable: { sn, unit, decimals }, series: { value, max, min } }) => {
      return { sn, unit, decimals, value, max, min, avg: means.get(sn) ?? null };
    });
  },
  async historyTrend({ query }, context) {
    const { telemetry, session } = context;
    const variables = await variablesOfQuery(query.sns, context);
    const bucket = bucketOfPeriod(query.queryPeriod);
    const all = await statisticsByZone(
      telemetry,
      session.tenantId,
      variables,
      methodOf(query.calcmethod),
      ({ zone }) => ({
        ...windowOfTimes(query.startTime, query.endTime, zone),
        bucket,
      }),
    );
    return all.map(({ variable, series }) => figuresOf(variable, series));
  },
  async trendValues({ query }, context) {
    const size = query.maxPoints ?? DEFAULT_POINTS;
    const courses = await readCourses(query.sns, query.startTime, query.endTime, () => size, context);
    return courses.map(({ variable: { sn, unit, name, deviceName, decimals }, points }) => {
      const numbers = points.map(([ts, value]): [number, number | null] => [
        ts,
        typeof value === 'number' ? value : null,
      ]);
      return { sn, unit, name, deviceName, decimals, points: numbers };
    });
  },

  async devicesWithValues({ body }, context) {
    return realtimeOfDevices(context, await chooseDevices(context, body ?? {}));
  },
  async deviceVariableCodes({ body }, context) {
    const devices = await chooseDevices(context, body ?? {});
    return variablesCodes(
      await variablesOfDevices(
        context,
        devices.map(({ sn }) => sn),
      ),
    );
  },
  async devicesRealtime({ body }, context) {
    return realtimeOfDevices(context, await chooseDevices(context, body ?? {}));
  },
  async devicesRealtimePage({ body, query }, context) {
    const choice = body ?? {};
    const current = choice.current ?? query.current ?? query.pageNum ?? 1;
    const size = choice.size ?? query.size ?? query.pageSize ?? DEFAULT_SIZE;
    const devices = await chooseDevices(context, choice, { current, size });
    const total = await countDevices(context, choice);
    return { records: await realtimeOfDevices(context, devices), total, current, size };
  },
} satisfies Pick<Calls<HandlerContext>, VariableDataOperation>;
