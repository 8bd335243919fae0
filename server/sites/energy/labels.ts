/** C020, C021, C024, C025: the consumption of a station's labels, by dimension and energy type. */
import type { components } from '../../../generated/api.ts';
import { sumExact } from '../../../runtime/core/numbers/sumExact.ts';
import { type Lang, nearLang } from '../../../runtime/core/text/lang.ts';
import { type Bucket, bucketBounds, isoLocal, MAX_BUCKETS } from '../../../runtime/core/time/timeWindow.ts';
import { recordsWhere, seen } from '../../engine/access/scopedRecords.ts';
import type { Session } from '../../engine/context.ts';
import type { ScopedTrx } from '../../platform/db/index.ts';
import { inWordOrder } from '../../platform/db/tables/wordOrder.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { openStation } from '../stations/open.ts';
import { checkWindow } from '../telemetry/read/needs.ts';
import { stationVariables } from '../telemetry/variableAccess.ts';
import {
  addLabels,
  type Label,
  labelChildren,
  labelParts,
  labelRoots,
  labelTops,
  walkLabels,
} from './labelTree.ts';
import { isMeter, type MeterContext, readMeters } from './meters.ts';

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

/** Reads the labels that the caller may use with the action. */
export async function readLabels(
  trx: ScopedTrx,
  caller: Session,
  filter: LabelFilter,
  action = 'list',
): Promise<Label[]> {
  const rows = await trx
    .selectFrom(seen(trx, caller, 'energyLabel', action).as('l'))
    .select(['id', 'parentId', 'name', 'stationSn', 'energyTypeId', 'labelType', 'variables'])
    .$if(filter.stationSn !== undefined, (q) => q.where('stationSn', '=', filter.stationSn as string))
    .$if(filter.energyTypeId !== undefined, (q) =>
      q.where('energyTypeId', '=', filter.energyTypeId as number),
    )
    .$if(filter.labelType !== undefined, (q) => q.where('labelType', '=', filter.labelType as string))
    .orderBy('sort')
    .orderBy(inWordOrder('name'))
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

async function countLabels(
  ctx: MeterContext & { lang: Lang },
  question: Question,
  bucket: Bucket,
): Promise<Counted> {
  const { db, session, lang } = ctx;
  const { stationSn, energyType: code = DEFAULT_TYPE, labelType = DEFAULT_DIMENSION } = question;
  const { station, type, labels } = await db.tenant(session.tenantId, async (trx) => {
    const opened = await openStation(trx, ctx, { sn: stationSn });
    const energyType = await trx
      .selectFrom(recordsWhere(trx, 'energyType', (eb) => eb('code', '=', code)).as('t'))
      .select(['id', 'code', 'name', 'nameEn', 'unit'])
      .executeTakeFirst();
    const typeLabels = energyType
      ? await readLabels(trx, session, { stationSn, energyTypeId: energyType.id, labelType })
      : [];
    return { station: opened, type: energyType, labels: typeLabels };
  });
  const zone = station.timeZone;
  const window = checkWindow(Date.parse(question.from), Date.parse(question.to));
  const bounds = boundsOf(window, bucket, zone);
  const unit = type?.unit ?? '';
  const sns = [...new Set(labels.flatMap(({ variables }) => variables))];
  // Meters whose unit was changed later are left out, because their sum would be wrong.
  const meters = (await stationVariables(ctx, station, sns)).filter((variable) => isMeter(variable, unit));
  const counted = await readMeters(ctx, meters, bounds, { unit, zone });
  return {
    energyType: type ? { id: type.id, code: type.code, name: titleOf(type, lang), unit } : null,
    labels,
    sums: addLabels(labels, counted, bounds.length - 1),
    time_keys: bounds.slice(0, -1).map((ts) => isoLocal(ts, zone)),
  };
}

export const titleOf = ({ name, nameEn }: { name: string; nameEn: string | null }, lang: Lang): string =>
  (nearLang(lang) === 'en' && nameEn) || name;

function boundsOf(window: { from: number; to: number }, bucket: Bucket, zone: string): number[] {
  try {
    return bucketBounds(window, bucket, zone);
  } catch (error) {
    if (error instanceof RangeError) throw new AppError('telemetry.tooManyBuckets', { limit: MAX_BUCKETS });
    throw error;
  }
}

/** Returns the requested labels, or the parts of the whole without a request. Throws for an unknown label. */
export function chooseLabels(labels: readonly Label[], ids: readonly number[] | undefined): Label[] {
  if (!ids?.length) return labelParts(labels);
  return ids.map((id) => {
    const label = labels.find((candidate) => candidate.id === id);
    if (!label) throw new AppError('energy.noLabel');
    return label;
  });
}

function totalsOf(
  { energyType, labels, sums }: Counted,
  shown: readonly Label[],
): Schemas['EnergyLabelTotals'] {
  const sumOfLabel = ({ id }: Label) => sums.get(id)?.[0] ?? null;
  const levels = new Map(walkLabels(labels).map(({ label, level }) => [label.id, level]));
  const total = sumExact(labelTops(labels, shown).map(sumOfLabel));
  return {
    energyType,
    total,
    labels: shown.map((label) => {
      const value = sumOfLabel(label);
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

/** C020: returns the consumption of the requested labels, or of all labels. */
export async function labelTotals(ctx: LabelContext, question: Question) {
  const counted = await countLabels(ctx, question, 'total');
  const requestedIds = question.labels?.length ? new Set(question.labels) : null;
  const walk = walkLabels(counted.labels).map(({ label }) => label);
  return totalsOf(counted, requestedIds ? walk.filter(({ id }) => requestedIds.has(id)) : walk);
}

/** C021: returns the consumption and share of the requested labels, or of the parts of the whole. */
export async function labelShares(ctx: LabelContext, question: Question) {
  const counted = await countLabels(ctx, question, 'total');
  return totalsOf(counted, chooseLabels(counted.labels, question.labels));
}

function trendOf(
  { energyType, sums, time_keys }: Counted,
  shown: readonly Label[],
): Schemas['EnergyLabelTrend'] {
  return {
    energyType,
    time_keys,
    labels: shown.map(({ id, parentId, name }) => {
      const datas = sums.get(id) ?? [];
      return { id, parentId, name, value: sumExact(datas), datas };
    }),
  };
}

type TrendQuestion = Schemas['EnergyLabelTrendQuestion'];

/** C025: returns the consumption of labels per bucket. */
export async function labelTrend(ctx: LabelContext, question: TrendQuestion) {
  const counted = await countLabels(ctx, question, question.bucket);
  return trendOf(counted, chooseLabels(counted.labels, question.labels));
}

/** C024: returns the consumption of one label and its child labels per bucket. */
export async function labelBranch(ctx: LabelContext, question: TrendQuestion) {
  const counted = await countLabels(ctx, question, question.bucket);
  const [label] = question.labels?.length
    ? chooseLabels(counted.labels, question.labels)
    : labelRoots(counted.labels);
  return trendOf(counted, label ? [label, ...labelChildren(counted.labels, label.id)] : []);
}
