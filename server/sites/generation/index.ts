/** R050: the generation units of a station, with their faults and the cost of the faults. */
import type { components } from '../../../generated/api.ts';
import { can } from '../../../runtime/core/access/permission.ts';
import { HOUR_MS } from '../../../runtime/core/time/timeWindow.ts';
import { seen } from '../../engine/access/scopedRecords.ts';
import { sumCharge } from '../energy/charge.ts';
import { currencyOf, readTariffs } from '../energy/electricity.ts';
import { withHourlyPrices } from '../energy/hourlyPrices.ts';
import { type PriceWindow, priceWindows, type Tariff } from '../energy/priceClock.ts';
import { type OpenStation, openStation } from '../stations/open.ts';
import { checkWindow } from '../telemetry/read/needs.ts';
import { judgeUnits, type UnitFigures } from './detect.ts';
import { type GenerationContext, readUnits } from './series.ts';

type Answer = components['schemas']['GenerationUnits'];
type Unit = Answer['units'][number];

const MOST_YEARS = 1;
const PERCENT = 100;

interface Asset {
  id: number;
  defect: Unit['defect'];
}

/**
 * Reads the assets of devices with their newest open defect. Only assets and defects that the caller may list are
 * included.
 */
async function readAssets(
  { db, session }: GenerationContext,
  deviceSns: readonly string[],
): Promise<ReadonlyMap<string, Asset>> {
  const may = (entity: string) => session.admin || can(session.permissions, `${entity}:list`);
  if (deviceSns.length === 0 || !may('asset')) return new Map();
  return db.tenant(session.tenantId, async (trx) => {
    const assets = await trx
      .selectFrom(seen(trx, session, 'asset').as('a'))
      .select(['a.id', 'a.deviceSn'])
      .where('a.deviceSn', 'in', [...deviceSns])
      .where('a.state', '<>', 'scrapped')
      .orderBy('a.id', 'desc')
      .execute();
    const defects = may('defectRecord')
      ? await trx
          .selectFrom(seen(trx, session, 'defectRecord').as('f'))
          .select(['f.id', 'f.assetId', 'f.number', 'f.name'])
          .where('f.assetId', 'in', [0, ...assets.map(({ id }) => id)])
          .where('f.state', '<>', 'closed')
          .orderBy('f.id')
          .execute()
      : [];
    const open = new Map(
      defects.map(({ assetId, id, number, name }) => [assetId, { id, number: number ?? '', name }] as const),
    );
    return new Map(
      assets.map(({ id, deviceSn }) => [deviceSn!, { id, defect: open.get(id) ?? null }] as const),
    );
  });
}

/** Splits the energy of hours by price. If the price changes within an hour, the hour is split by time. */
export function energiesOf(windows: readonly PriceWindow[], lacks: UnitFigures['lacks']): (number | null)[] {
  let first = 0;
  const energies: (number | null)[] = windows.map(() => null);
  for (const { from, kWh } of lacks) {
    while (first < windows.length && windows[first]!.to <= from) first += 1;
    for (let at = first; at < windows.length && windows[at]!.from < from + HOUR_MS; at += 1) {
      const shared = Math.min(windows[at]!.to, from + HOUR_MS) - Math.max(windows[at]!.from, from);
      energies[at] = (energies[at] ?? 0) + (kWh * shared) / HOUR_MS;
    }
  }
  return energies;
}

/** Returns the loss in kWh, and in money at the grid prices of the time of the loss. */
function lossOf(windows: readonly PriceWindow[], { lacks, expected }: UnitFigures) {
  if (expected === null) return { loss: null, lossMoney: null };
  const total = lacks.reduce((sum, { kWh }) => sum + kWh, 0);
  if (total <= 0) return { loss: 0, lossMoney: windows.some(({ price }) => price !== null) ? '0.00' : null };
  const { bands, cost } = sumCharge(windows, energiesOf(windows, lacks), 1);
  const isPriced = bands.every(({ band, energy }) => band !== 'unpriced' || energy === null);
  return { loss: total, lossMoney: isPriced ? cost : null };
}

const instant = (ts: number | null): string | null => (ts === null ? null : new Date(ts).toISOString());

async function readPrices(
  ctx: GenerationContext,
  sn: string,
): Promise<{ station: OpenStation; tariffs: Tariff[] }> {
  return ctx.db.tenant(ctx.session.tenantId, async (trx) => {
    const station = await openStation(trx, ctx, { sn });
    return { station, tariffs: await readTariffs(trx, ctx.session, station.sn, 'energy') };
  });
}

export async function readGenerationUnits(
  ctx: GenerationContext,
  query: { stationSn: string; from: string; to: string },
): Promise<Answer> {
  const window = checkWindow(Date.parse(query.from), Date.parse(query.to), MOST_YEARS);
  const { station, tariffs } = await readPrices(ctx, query.stationSn);
  const to = Math.min(window.to, Date.now());
  const from = Math.min(window.from, to);
  const zone = station.timeZone;
  const priced = from < to ? await withHourlyPrices(ctx, tariffs, { from, to }, zone) : [];
  const windows = from < to ? priceWindows(priced, { from, to }, 'total', zone) : [];
  const { units, means, site } = await readUnits(ctx, station, { from, to });
  const assets = await readAssets(ctx, [...new Set(units.map(({ deviceSn }) => deviceSn))]);
  const hours = Math.max(0, Math.floor(to / HOUR_MS) - Math.ceil(from / HOUR_MS));
  return {
    ...{ from: instant(from)!, to: instant(to)!, zone, currency: currencyOf(windows) },
    units: judgeUnits(means, site).map((figures, at): Unit => {
      const { deviceSn, name, string, peak } = units[at]!;
      const { lacks: _, isLonger, suspectSince, hours: complete, ...own } = figures;
      const asset = assets.get(deviceSn);
      return {
        ...{ deviceSn, name, string, peak, ...own, ...lossOf(windows, figures) },
        ...{ suspectSince: instant(suspectSince), isLonger },
        completeness: hours === 0 ? null : (PERCENT * complete) / hours,
        ...{ assetId: asset?.id ?? null, defect: asset?.defect ?? null },
      };
    }),
  };
}
