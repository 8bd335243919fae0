/** R072: the cells of a station's batteries, by their position. */
import type { components } from '../../../generated/api.ts';
import { seen } from '../../engine/access/scopedRecords.ts';
import type { HandlerContext } from '../../engine/context.ts';
import { openStation } from '../stations/open.ts';
import { variablesSeen } from '../telemetry/variableAccess.ts';
import { devicesBrief } from './status.ts';

export type BatteryCells = components['schemas']['BatteryCells'];
type Quantity = BatteryCells['quantity'];
type Context = Pick<HandlerContext, 'db' | 'session' | 'telemetry' | 'permission'>;

interface Place {
  quantity: Quantity;
  cluster: number | null;
  pack: number | null;
  cell: number;
}

/**
 * Matches `cellVoltage_12`, `cellVoltage_3_12` with its pack, `cellTemperature_1_3_12` with its cluster, and
 * `cell_temp_12`.
 */
const CELL = /^cell_?(volt|temp)(?:age|erature)?_?(?:(?:(\d{1,4})[_.])?(\d{1,4})[_.])?(\d{1,4})$/i;

export function cellPlace(code: string): Place | null {
  const [, kind, cluster, pack, cell] = CELL.exec(code) ?? [];
  if (kind === undefined) return null;
  const number = (digits: string | undefined) => (digits === undefined ? null : Number(digits));
  return {
    quantity: kind.toLowerCase() === 'volt' ? 'voltage' : 'temperature',
    ...{ cluster: number(cluster), pack: number(pack), cell: Number(cell) },
  };
}

const byPlace = (one: Place, other: Place): number =>
  (one.cluster ?? 0) - (other.cluster ?? 0) || (one.pack ?? 0) - (other.pack ?? 0) || one.cell - other.cell;

async function readPlaces({ db, session, permission }: Context, stationSn: string) {
  return db.tenant(session.tenantId, async (trx) => {
    await openStation(trx, { session, permission }, { sn: stationSn });
    const filter = { stationSn, type: 'battery' };
    const devices = await devicesBrief(trx, session, seen(trx, session, 'device'), filter);
    const rows = await trx
      .selectFrom(seen(trx, session, 'deviceVariable').as('v'))
      .select(['v.sn', 'v.code', 'v.deviceSn'])
      .where('v.deviceSn', 'in', ['', ...devices.map(({ sn }) => sn)])
      .where('v.code', 'ilike', 'cell%')
      .where('v.dataType', '=', 'number')
      .where('v.enabled', 'is not', false)
      .execute();
    const places = rows.flatMap(({ sn, code, deviceSn }) => {
      const place = sn !== null && code !== null ? cellPlace(code) : null;
      return place ? [{ ...place, sn: sn!, deviceSn }] : [];
    });
    return { devices, places: places.sort(byPlace) };
  });
}

/** Returns an entry per battery and quantity with cells. An old value is included and marked as old. */
export async function readBatteryCells(ctx: Context, stationSn: string): Promise<BatteryCells[]> {
  const { devices, places } = await readPlaces(ctx, stationSn);
  const variables = await variablesSeen(
    ctx,
    places.map(({ sn }) => sn),
  );
  const readings = new Map(ctx.telemetry.latest(variables).map((reading) => [reading.sn, reading]));
  const ofDevice = Map.groupBy(
    places.filter(({ sn }) => readings.has(sn)),
    ({ deviceSn, quantity }) => `${quantity} ${deviceSn}`,
  );
  return devices.flatMap(({ sn: deviceSn, name: deviceName }) =>
    (['voltage', 'temperature'] as const).flatMap((quantity): BatteryCells[] => {
      const own = ofDevice.get(`${quantity} ${deviceSn}`) ?? [];
      const first = readings.get(own[0]?.sn ?? '');
      if (!first) return [];
      return [
        {
          ...{ deviceSn, deviceName, quantity, unit: first.unit, decimals: first.decimals },
          cells: own.flatMap(({ sn, cluster, pack, cell }) => {
            const { data, ts, stale, unit } = readings.get(sn)!;
            // Values with different units cannot be compared.
            if (unit !== first.unit) return [];
            return [{ sn, cluster, pack, cell, value: typeof data === 'number' ? data : null, ts, stale }];
          }),
        },
      ];
    }),
  );
}
