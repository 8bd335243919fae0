/**
 * Creates products of the demo: cabinets with their packs and cells, products at stations, and a batch with two
 * defects.
 */
import type { Values } from '../../runtime/core/rules/rule.ts';
import { type Row, trxAny } from '../../server/platform/db/tables/anyTable.ts';
import { findPeople } from '../business/sellers.ts';
import { DAY_MS, dayOf, type Maker, makerFor, type Parts, type SeedContext } from '../maker.ts';
import { type DemoStation, demoStations } from '../sites/sites.ts';

const CABINETS_OF_STATION = 10;
const DELIVERED_OF_STATION = 3;
const PACKS_OF_CABINET = 3;
const STRINGS_OF_PACK = 4;
const CELLS_OF_STRING = 13;
const MADE_BEFORE_DAYS = 90;
const WARRANTY_DAYS = 1825;

const CABINET_MAKER = { zh: '华瓦储能', en: 'Huawa Energy Storage' };
const CELL_MAKER = { zh: '江海电芯', en: 'Jianghai Cells' };
const MODELS = { cabinet: 'WD-C215', pack: 'WD-M52', cell: 'JH-LFP314' } as const;

const DEFECTS = [
  {
    name: { zh: '静置压差超过 50 mV', en: 'Voltage spread above 50 mV at rest' },
    description: { zh: '满充静置 2 小时后复测', en: 'Measured again two hours after a full charge' },
  },
  {
    name: { zh: '极柱焊点发黑', en: 'Dark weld at the terminal' },
    description: { zh: '到货抽检发现', en: 'Found in the incoming inspection' },
  },
] as const;

interface Work {
  maker: Maker;
  asked: SeedContext;
  station: DemoStation;
  /** The order of the delivered cabinets, if the tenant has one. */
  orderId: unknown;
}

const two = (value: number): string => String(value).padStart(2, '0');

function madeDay({ asked: { now }, station }: Work): string {
  const made = Date.parse(station.since) - MADE_BEFORE_DAYS * DAY_MS;
  return dayOf(Math.min(made, now - DAY_MS));
}

async function seedBatches(work: Work): Promise<{ cells: Row; packs: Row }> {
  const { maker, asked, station } = work;
  const madeOn = madeDay(work);
  const mark = `${station.site.sn}-${madeOn.slice(2, 7).replace('-', '')}`;
  const cells = await maker.make('productBatch', {
    ...{ number: `C-${mark}`, kind: 'cell', model: MODELS.cell, maker: CELL_MAKER[asked.lang], madeOn },
  });
  const packs = await maker.make('productBatch', {
    ...{
      number: `M-${mark}`,
      kind: 'pack',
      model: MODELS.pack,
      maker: CABINET_MAKER[asked.lang],
      madeOn,
    },
  });
  return { cells, packs };
}

function deliveryOf({ station, orderId }: Work): Values {
  const delivered = Date.parse(station.since);
  return {
    ...{ stationSn: station.site.sn, orderId, deliveredOn: station.since },
    warrantyTo: dayOf(delivered + WARRANTY_DAYS * DAY_MS),
  };
}

async function seedCabinet(work: Work, place: number, batches: { cells: Row; packs: Row }): Promise<Row[]> {
  const { maker, asked, station } = work;
  const sn = `${station.site.sn}-CAB${two(place + 1)}`;
  const cabinet = await maker.make('product', {
    ...{ sn, kind: 'cabinet', model: MODELS.cabinet, maker: CABINET_MAKER[asked.lang] },
    madeOn: madeDay(work),
    ...(place < DELIVERED_OF_STATION && deliveryOf(work)),
  });
  const cells: Row[] = [];
  for (let pack = 1; pack <= PACKS_OF_CABINET; pack += 1) {
    const made = await maker.make('product', {
      ...{ sn: `${sn}-M${pack}`, kind: 'pack', parentId: cabinet.id, batchId: batches.packs.id },
    });
    for (let string = 1; string <= STRINGS_OF_PACK; string += 1)
      cells.push(
        await maker.make('product', {
          ...{ sn: `${sn}-M${pack}-${two(string)}`, kind: 'cell', parentId: made.id },
          ...{ batchId: batches.cells.id, quantity: CELLS_OF_STRING },
        }),
      );
  }
  return cells;
}

async function seedDefects({ maker, asked: { lang, now } }: Work, cells: readonly Row[]): Promise<void> {
  for (const [at, { name, description }] of DEFECTS.entries())
    await maker.make('productDefect', {
      ...{ productId: cells[at * STRINGS_OF_PACK]?.id, name: name[lang], description: description[lang] },
      foundOn: dayOf(now - (at * 6 + 4) * DAY_MS),
    });
}

/** Creates the products of one tenant. Creates none without an engineer. */
export async function seedProducts(parts: Parts, asked: SeedContext): Promise<void> {
  const { tenantId } = asked;
  const stations = demoStations.filter((station) => station.tenantId === tenantId);
  const { engineers, orders } = await parts.db.tenant(tenantId, async (trx) => ({
    engineers: [
      ...(await findPeople(trx, tenantId, 'engineering')),
      ...(await findPeople(trx, tenantId, 'administrator')),
    ],
    orders: await trxAny(trx)
      .selectFrom('salesOrder')
      .select('id')
      .where('saleStatus', 'in', ['processing', 'completed'])
      .orderBy('id')
      .limit(stations.length)
      .execute(),
  }));
  const [engineer] = engineers;
  if (!engineer) return;
  const maker = makerFor(parts, asked, engineer);
  for (const [at, station] of stations.entries()) {
    const work = { maker, asked, station, orderId: orders[at]?.id ?? null };
    const batches = await seedBatches(work);
    const first = await seedCabinet(work, 0, batches);
    for (let place = 1; place < CABINETS_OF_STATION; place += 1) await seedCabinet(work, place, batches);
    if (at === 0) await seedDefects(work, first);
  }
}
