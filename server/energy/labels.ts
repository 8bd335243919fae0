/** C020, C021, C024, C025: what the labels of a station used, by dimension and energy type. */
import type { components } from '../../generated/api.ts';
import { type Bucket, bucket_bounds, iso_local, MAX_BUCKETS } from '../../runtime/core/timeWindow.ts';
import { recordsWhere, seen } from '../access/records.ts';
import type { Lang, Session } from '../context.ts';
import type { ScopedTrx } from '../db/index.ts';
import { AppError } from '../http/errors.ts';
import { openStation } from '../stations/open.ts';
import { values_sum } from '../stations/photovoltaic.ts';
import { window_check } from '../telemetry/needs.ts';
import { stationVariables } from '../telemetry/seen.ts';
import {
  type Label,
  label_children,
  label_parts,
  label_roots,
  label_tops,
  labels_add,
  labels_walk,
} from './labelTree.ts';
import { is_meter, type MeterContext, meters_read } from './meters.ts';

type Schemas = components['schemas'];
type Question = Schemas['EnergyLabelQuestion'];
type EnergyTypeBrief = Schemas['EnergyTypeBrief'];

const DEFAULT_TYPE = 'electricity';
const DEFAULT_DIMENSION = 'area';

interface LabelFilter {
  stationSn?: string | undefined;
  energyTypeId?: number | undefined;
  labelType?: string | undefined;
}

/** The labels that the asker may do this with, by default list. */
export async function labels_read(
  trx: ScopedTrx,
  asker: Session,
  filter: LabelFilter,
  action = 'list',
): Promise<Label[]> {
  const rows = await trx
    .selectFrom(seen(trx, asker, 'energyLabel', action).as('l'))
    .select(['id', 'parentId', 'name', 'stationSn', 'energyTypeId', 'labelType', 'variables'])
    .$if(filter.stationSn !== undefined, (q) => q.where('stationSn', '=', filter.stationSn as string))
    .$if(filter.energyTypeId !== undefined, (q) =>
      q.where('energyTypeId', '=', filter.energyTypeId as number),
    )
    .$if(filter.labelType !== undefined, (q) => q.where('labelType', '=', filter.labelType as string))
    .orderBy('sort')
    .orderBy('name')
    .orderBy('id')
    .execute();
  return rows.map(({ variables, ...row }) => ({ ...row, variables: (variables ?? []) as string[] }));
}

interface Counted {
  energyType: EnergyTypeBrief | null;
  labels: Label[];
  /** By label, then by bucket. */
  sums: Map<number, (number | null)[]>;
  time_keys: string[];
}

async function labels_count(
  ctx: MeterContext & { lang: Lang },
  question: Question,
  bucket: Bucket,
): Promise<Counted> {
  const { db, session, lang } = ctx;
  const { stationSn, energyType: code = DEFAULT_TYPE, labelType = DEFAULT_DIMENSION } = question;
  const { station, type, labels } = await db.tenant(session.tenantId, async (trx) => {
    const opened = await openStation(trx, ctx, { sn: stationSn });
    const found = await trx
      .selectFrom(recordsWhere(trx, 'energyType', (eb) => eb('code', '=', code)).as('t'))
      .select(['id', 'code', 'name', 'nameEn', 'unit'])
      .executeTakeFirst();
    const own = found
      ? await labels_read(trx, session, { stationSn, energyTypeId: found.id, labelType })
      : [];
    return { station: opened, type: found, labels: own };
  });
  const zone = station.timeZone;
  const window = window_check(Date.parse(question.from), Date.parse(question.to));
  const bounds = bounds_of(window, bucket, zone);
  const unit = type?.unit ?? '';
  const sns = [...new Set(labels.flatMap(({ variables }) => variables))];
  // A meter whose unit was changed since is left out rather than added up wrongly.
  const meters = (await stationVariables(ctx, station, sns)).filter((one) => is_meter(one, unit));
  const counted = await meters_read(ctx, meters, bounds, { unit, zone });
  return {
    energyType: type ? { id: type.id, code: type.code, name: title_of(type, lang), unit } : null,
    labels,
    sums: labels_add(labels, counted, bounds.length - 1),
    time_keys: bounds.slice(0, -1).map((ts) => iso_local(ts, zone)),
  };
}

export const title_of = ({ name, nameEn }: { name: string; nameEn: string | null }, lang: Lang): string =>
  (lang === 'en' && nameEn) || name;

function bounds_of(window: { from: number; to: number }, bucket: Bucket, zone: string): number[] {
  try {
    return bucket_bounds(window, bucket, zone);
  } catch (error) {
    if (error instanceof RangeError) throw new AppError('telemetry.tooManyBuckets', { limit: MAX_BUCKETS });
    throw error;
  }
}

/** The labels of a question; the parts of the whole when it names none. One that is not there is refused. */
export function labels_chosen(labels: readonly Label[], ids: readonly number[] | undefined): Label[] {
  if (!ids?.length) return label_parts(labels);
  return ids.map((id) => {
    const label = labels.find((one) => one.id === id);
    if (!label) throw new AppError('energy.noLabel');
    return label;
  });
}

function totals_of(
  { energyType, labels, sums }: Counted,
  shown: readonly Label[],
): Schemas['EnergyLabelTotals'] {
  const value_of = ({ id }: Label) => sums.get(id)?.[0] ?? null;
  const levels = new Map(labels_walk(labels).map(({ label, level }) => [label.id, level]));
  const total = values_sum(label_tops(labels, shown).map(value_of));
  return {
    energyType,
    total,
    labels: shown.map((label) => {
      const value = value_of(label);
      const share = value === null || !total ? null : value / total;
      return {
        id: label.id,
        parentId: label.parentId,
        name: label.name,
        level: levels.get(label.id) ?? 0,
        value,
        share,
      };
    }),
  };
}

type LabelContext = MeterContext & { lang: Lang };

/** C020 */
export async function label_totals(ctx: LabelContext, question: Question) {
  const counted = await labels_count(ctx, question, 'total');
  const wanted = question.labels?.length ? new Set(question.labels) : null;
  const walk = labels_walk(counted.labels).map(({ label }) => label);
  return totals_of(counted, wanted ? walk.filter(({ id }) => wanted.has(id)) : walk);
}

/** C021 */
export async function label_shares(ctx: LabelContext, question: Question) {
  const counted = await labels_count(ctx, question, 'total');
  return totals_of(counted, labels_chosen(counted.labels, question.labels));
}

function trend_of(
  { energyType, sums, time_keys }: Counted,
  shown: readonly Label[],
): Schemas['EnergyLabelTrend'] {
  return {
    energyType,
    time_keys,
    labels: shown.map(({ id, parentId, name }) => {
      const datas = sums.get(id) ?? [];
      return { id, parentId, name, value: values_sum(datas), datas };
    }),
  };
}

type TrendQuestion = Schemas['EnergyLabelTrendQuestion'];

/** C025 */
export async function label_trend(ctx: LabelContext, question: TrendQuestion) {
  const counted = await labels_count(ctx, question, question.bucket);
  return trend_of(counted, labels_chosen(counted.labels, question.labels));
}

/** C024 */
export async function label_branch(ctx: LabelContext, question: TrendQuestion) {
  const counted = await labels_count(ctx, question, question.bucket);
  const [label] = question.labels?.length
    ? labels_chosen(counted.labels, question.labels)
    : label_roots(counted.labels);
  return trend_of(counted, label ? [label, ...label_children(counted.labels, label.id)] : []);
}
