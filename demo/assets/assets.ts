/** Creates assets with pictures and manuals, their defects, and the work on them, for the demo's stations. */
import type { Services } from '../../server/engine/context.ts';
import { keepBytes } from '../../server/platform/files/keepBytes.ts';
import { findPeople, type Person } from '../business/sellers.ts';
import { DAY_MS, dayOf, type Maker, makerFor, type SeedContext } from '../maker.ts';
import { type DemoStation, demoStations } from '../sites/sites.ts';
import { MANUALS, printManual, printSample } from './assetManuals.ts';
import { drawAsset } from './assetPictures.ts';
import { ASSETS, type AssetSeed, DEFECTS, FILE_GROUPS, OPERATIONS, STATIC_DEVICES } from './assetSeeds.ts';

type Parts = Pick<Services, 'db' | 'hub' | 'vault' | 'files'>;

/** Days until the end of the warranty, for two assets of a tenant. */
const ENDING = [12, 20];
const BOUGHT_BEFORE_DAYS = 60;
const MANUAL = { zh: '使用说明书', en: 'Manual' };
const REPORT = { zh: '出厂试验报告', en: 'Factory test report' };

interface Work {
  parts: Parts;
  asked: SeedContext;
  maker: Maker;
  /** Stores each file once, even if several assets name it. */
  keep(name: string, draw: () => Buffer | Promise<Buffer>): Promise<string>;
}

/** Returns a function that stores files as if a user had uploaded them. */
function storeOf({ files }: Parts, { tenantId }: SeedContext, { id }: Person): Work['keep'] {
  const stored = new Map<string, Promise<string>>();
  const store = async (name: string, draw: () => Buffer | Promise<Buffer>) => {
    const bytes = await draw();
    return keepBytes(files, { tenantId, userId: id }, { name, bytes });
  };
  return (name, draw) => {
    const known = stored.get(name) ?? store(name, draw);
    stored.set(name, known);
    return known;
  };
}

/** Returns when an asset was bought, and how long its warranty lasts. */
function datesOf(
  { years, state }: AssetSeed,
  { since }: DemoStation,
  ending: number | undefined,
  now: number,
) {
  const began = Date.parse(since);
  const until = ending === undefined ? began + years * 365 * DAY_MS : now + ending * DAY_MS;
  return {
    purchasedOn: dayOf(began - BOUGHT_BEFORE_DAYS * DAY_MS),
    ...(state === 'standby' ? {} : { commissioned: since }),
    warrantyUntil: dayOf(until),
  };
}

async function seedDocuments({ maker, keep, asked: { lang } }: Work, assetId: unknown, seed: AssetSeed) {
  const { category, model } = seed;
  if (!MANUALS[category]) return;
  const manual = `${model} ${MANUAL[lang]}`;
  const sheet = { from: seed.maker[lang], lang };
  const files = [await keep(`${manual}.pdf`, () => printManual(category, { ...sheet, title: manual }))];
  await maker.make('assetDocument', { assetId, name: manual, kind: 'manual', open: true, files });
  if (category === 'meter' || category === 'transformer') {
    const name = `${model} ${REPORT[lang]}`;
    const report = await keep(`${name}.pdf`, () => printSample({ ...sheet, title: name }));
    await maker.make('assetDocument', { assetId, name, kind: 'testReport', files: [report] });
  }
}

async function seedOfStation(work: Work, station: DemoStation, place: number): Promise<void> {
  const { maker, keep, asked } = work;
  const { lang, now } = asked;
  const { sn: stationSn, arrays } = station.site;
  const statics = new Map<string, unknown>();
  for (const { kind, name, model, quantity, unit, place: location, check } of STATIC_DEVICES) {
    const { id } = await maker.make('staticDevice', {
      ...{ stationSn, kind, name: name[lang], model, quantity, unit: unit[lang], location: location[lang] },
      ...{ commissioned: station.since, nextCheck: dayOf(now + check * DAY_MS) },
    });
    statics.set(kind, id);
  }
  const ids = new Map<string, unknown>();
  for (const [at, seed] of ASSETS.entries()) {
    const { key, device, category, name, model, price, state } = seed;
    const hasDevice = device !== undefined && (device !== 'INV2' || arrays.length > 1);
    const ending = place === 0 ? ENDING[at - ASSETS.findIndex((one) => one.key === 'PCS')] : undefined;
    const picture = await keep(`${category}.png`, () => drawAsset(category));
    const { id } = await maker.make('asset', {
      ...{ stationSn, category, name: name[lang], model, price, photos: [picture] },
      ...(hasDevice ? { deviceSn: `${stationSn}-${device}` } : {}),
      ...(key === 'FIRE' ? { staticDeviceId: statics.get('extinguisher') } : {}),
      ...{ manufacturer: seed.maker[lang], location: seed.place[lang], emergencyPhone: station.telephone },
      ...{ serialNumber: `${model}-${stationSn}-${at + 101}`, ...datesOf(seed, station, ending, now) },
    });
    ids.set(key, id);
    await seedDocuments(work, id, seed);
    if (state === 'standby') await maker.move('asset', id, 'putAside', { location: seed.place[lang] });
  }
  await seedOperations(work, ids);
  await seedDefects(work, ids, place);
  await seedFiles(work, stationSn);
}

async function seedOperations({ maker, asked: { lang, now } }: Work, ids: ReadonlyMap<string, unknown>) {
  for (const { asset, kind, content, ago, cost } of OPERATIONS)
    await maker.make('operationRecord', {
      ...{ assetId: ids.get(asset), kind, content: content[lang], doneOn: dayOf(now - ago * DAY_MS) },
      ...(cost ? { cost } : {}),
    });
}

async function seedDefects(
  { maker, asked: { lang, now } }: Work,
  ids: ReadonlyMap<string, unknown>,
  place: number,
) {
  for (const { asset, name, level, outage = false, found, closed, result, parts } of DEFECTS.filter(
    ({ station }) => station === place,
  )) {
    const { id } = await maker.make('defectRecord', {
      ...{ assetId: ids.get(asset), name: name[lang], level, outage },
      foundOn: dayOf(now - found * DAY_MS),
    });
    if (closed === undefined || !result) continue;
    await maker.move('defectRecord', id, 'close', {
      ...{ closedOn: dayOf(now - (found - closed) * DAY_MS), result: result[lang] },
      ...(parts ? { parts: parts[lang] } : {}),
    });
  }
}

async function seedFiles({ maker, keep, asked: { lang, now } }: Work, stationSn: string): Promise<void> {
  for (const [sort, { name, files }] of FILE_GROUPS.entries()) {
    const { id: groupId } = await maker.make('electronicFileGroup', { stationSn, name: name[lang], sort });
    for (const { name: title, number, valid } of files)
      await maker.make('electronicFile', {
        ...{ groupId, name: title[lang], number, edition: 'V1.0' },
        files: [
          await keep(`${number} ${title[lang]}.pdf`, () =>
            printSample({ title: title[lang], from: name[lang], lang }),
          ),
        ],
        ...(valid === undefined ? {} : { validUntil: dayOf(now + valid * DAY_MS) }),
      });
  }
}

/** Creates the assets of one tenant. Creates none if no user can be their keeper. */
export async function seedAssets(parts: Parts, asked: SeedContext): Promise<void> {
  const [keeper] = await parts.db.tenant(asked.tenantId, async (trx) => [
    ...(await findPeople(trx, asked.tenantId, 'engineering')),
    ...(await findPeople(trx, asked.tenantId, 'administrator')),
  ]);
  if (!keeper) return;
  const maker = makerFor(parts, asked, keeper);
  const work: Work = { parts, asked, maker, keep: storeOf(parts, asked, keeper) };
  for (const [place, station] of demoStations.entries())
    if (station.tenantId === asked.tenantId) await seedOfStation(work, station, place);
}
