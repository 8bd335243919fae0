/** Creates inspections of the demo: their templates, their plans, and a past year with its results. */

import type { Values } from '../../runtime/core/rules/rule.ts';
import type { SourceLang } from '../../runtime/core/text/lang.ts';
import type { Services } from '../../server/engine/context.ts';
import { type Row, trxAny } from '../../server/platform/db/tables/anyTable.ts';
import { keepBytes } from '../../server/platform/files/keepBytes.ts';
import { drawPicture } from '../../server/sites/cameras/draw.ts';
import { encodePng, type Picture } from '../../server/sites/cameras/png.ts';
import { drawSignature } from '../business/drawSignature.ts';
import { findPeople, type Person } from '../business/sellers.ts';
import { DAY_MS, dayOf, type Maker, makerFor, type Parts, type SeedContext } from '../maker.ts';
import { type DemoStation, demoStations } from '../sites/sites.ts';
import {
  type ItemSeed,
  RECHECK,
  REPAIRED,
  SUMMARY,
  SUMMARY_BAD,
  TEMPLATES,
  type TemplateSeed,
} from './inspectionSeeds.ts';
import { copyInspections, isFresh, listPast, type PastInspection, timesOn } from './pastInspections.ts';

const HOUR_MS = 3_600_000;
/** Days from a failed item to its repair. */
const REPAIRED_DAYS = 10;
/** Number of drawn pictures. Several inspections use the same picture. */
const PICTURES = 4;

interface Ground {
  parts: Parts & Pick<Services, 'files'>;
  asked: SeedContext;
  /** The inspectors, and a second user who checks their results. */
  people: readonly Person[];
  head: Person;
  pictures: readonly string[];
  /** The signature of each person. */
  signatures: ReadonlyMap<Person, string>;
  maker(person: Person): Maker;
}

interface Template {
  seed: TemplateSeed;
  id: unknown;
}

/** Stores drawn pictures under their names. Returns their values. */
async function storePictures(
  { files }: Ground['parts'],
  tenantId: number,
  drawn: readonly { userId: number; name: string; picture: Picture }[],
): Promise<string[]> {
  const values: string[] = [];
  for (const { userId, name, picture } of drawn) {
    const bytes = encodePng(picture);
    values.push(await keepBytes(files, { tenantId, userId }, { name, bytes, picture: true }));
  }
  return values;
}

function photoOf(at: number, userId: number, { tenantId, now }: SeedContext) {
  const takenMs = now - (at + 1) * DAY_MS;
  const local = new Date(takenMs).toISOString().slice(0, 19).replace('T', ' ');
  const name = `${local.slice(0, 16)} IMG_${at + 1}.png`;
  return { userId, name, picture: drawPicture(tenantId * 10 + at, takenMs, local) };
}

const signatureOf = ({ id: userId }: Person) => ({
  ...{ userId, name: 'signature.png', picture: drawSignature(userId) },
});

/** Returns an item as its template defines it. */
const pointOf = ({ part, name, standard, figure, photo }: ItemSeed, lang: SourceLang): Values => ({
  ...{ part: part[lang], name: name[lang], standard: standard[lang], photo: photo === true },
  kind: figure ? 'number' : 'check',
  ...(figure && { unit: figure.unit, lower: figure.lower ?? null, upper: figure.upper ?? null }),
});

/** Makes released templates. The first one has a second version with one more item. */
async function seedTemplates({ asked: { lang }, head, maker }: Ground): Promise<Template[]> {
  const made: Template[] = [];
  const own = maker(head);
  for (const [at, seed] of TEMPLATES.entries()) {
    const items = seed.items.map((item) => pointOf(item, lang));
    const hasSecond = at === 0;
    const first = await own.make('inspectionTemplate', {
      ...{ name: seed.name[lang], deviceType: seed.deviceType ?? null, minutes: seed.minutes },
      items: hasSecond ? items.slice(0, -1) : items,
    });
    await own.move('inspectionTemplate', first.id, 'release');
    made.push({ seed, id: hasSecond ? await releaseSecond(own, first.id, { items }) : first.id });
  }
  return made;
}

async function releaseSecond(own: Maker, first: unknown, body: Values): Promise<unknown> {
  const { id } = await own.secondVersion('inspectionTemplate', first, body);
  await own.move('inspectionTemplate', id, 'release');
  return id;
}

/** Returns an item with its result. A failed item has a remark and a picture. */
function resultOf(
  item: ItemSeed,
  { place, isBad }: { place: number; isBad: boolean },
  { asked: { lang }, pictures }: Ground,
): Values {
  const { figure } = item;
  const near = figure && Number((figure.usual * (1 + ((place % 5) - 2) / 50)).toFixed(1));
  return {
    ...pointOf(item, lang),
    ...(figure ? { value: isBad ? figure.bad : near } : { result: isBad ? 'abnormal' : 'normal' }),
    ...(isBad && { remark: item.wrong[lang] }),
    ...((isBad || item.photo) && { photos: [pictures[place % pictures.length]] }),
  };
}

interface Planned {
  template: Template;
  station: DemoStation;
  person: Person;
  planId: unknown;
}

const bodyOf = ({ template, station, person, planId }: Planned, lang: SourceLang, day: number): Values => ({
  ...{ name: template.seed.name[lang], templateId: template.id, planId, userId: person.id, day: dayOf(day) },
  ...{
    stationSn: station.site.sn,
    deviceSn: deviceAt(station, template.seed),
  },
});

/** Sets the times to the past. Moves cannot do this. */
async function setTimes({ parts, asked }: Ground, { id }: Row, ago: number, minutes: number): Promise<void> {
  const { begun, finished } = timesOn(asked, ago, minutes);
  await parts.db.tenant(asked.tenantId, (trx) =>
    trxAny(trx)
      .updateTable('inspection')
      .set({
        ...{ startedAt: begun, finishedAt: finished, updatedAt: finished },
        createdAt: new Date(Date.parse(begun) - HOUR_MS).toISOString(),
      })
      .where('id', '=', id)
      .execute(),
  );
}

/** Completes the work order of a failed item, two days after the inspection. */
async function repair(
  { parts, asked }: Ground,
  { id }: Row,
  { person }: Planned,
  ago: number,
): Promise<void> {
  const workMinutes = 45;
  const { begun: createdAt, finished: startedAt } = timesOn(asked, ago, 0);
  const finishedAt = timesOn(asked, ago - 2, workMinutes).finished;
  await parts.db.tenant(asked.tenantId, (trx) =>
    trxAny(trx)
      .updateTable('siteWorksheet')
      .set({
        ...{ status: 'completed', handlerId: person.id, result: REPAIRED[asked.lang], workMinutes },
        ...{ createdAt, startedAt, finishedAt, updatedAt: finishedAt },
      })
      .where('inspectionId', '=', id)
      .execute(),
  );
}

/** Creates a past inspection by the moves of its users. */
async function seedDone(
  ground: Ground,
  planned: Planned,
  { ago, kind, place }: PastInspection,
): Promise<Row> {
  const { asked, maker, head } = ground;
  const { seed } = planned.template;
  const own = maker(planned.person);
  const body = bodyOf(planned, asked.lang, asked.now - ago * DAY_MS);
  if (kind === 'missed') {
    const missed = await own.make('inspection', body);
    return own.move('inspection', missed.id, 'miss');
  }
  const bad = kind === 'bad' ? place % seed.items.length : null;
  const items = seed.items.map((item, at) =>
    resultOf(item, { place: place * 3 + at, isBad: at === bad }, ground),
  );
  const onSite = {
    summary: (kind === 'bad' ? SUMMARY_BAD : SUMMARY)[asked.lang],
    photos: [ground.pictures[place % ground.pictures.length]],
    deviceCode: body.deviceSn,
    signature: ground.signatures.get(planned.person),
  };
  const row = await own.make('inspection', { ...body, items, ...onSite });
  await own.move('inspection', row.id, 'start');
  await own.move('inspection', row.id, 'finish');
  if (kind === 'recheck')
    await maker(head).move('inspection', row.id, 'recheck', { recheckReason: RECHECK[asked.lang] });
  else if (!isFresh({ ago })) await maker(head).move('inspection', row.id, 'pass');
  await setTimes(ground, row, ago, seed.minutes);
  if (kind === 'bad' && ago > REPAIRED_DAYS) await repair(ground, row, planned, ago);
  return row;
}

/**
 * Creates the past of a plan. Users carry out its oldest inspection without a failed item. This inspection is copied
 * to other days.
 */
async function seedPast(ground: Ground, planned: Planned, past: readonly PastInspection[]): Promise<void> {
  const { minutes } = planned.template.seed;
  const model = past.findLast((one) => one.kind === 'clean' && !isFresh(one));
  const copies = past.filter(
    (one) => model && one !== model && !isFresh(one) && (one.kind === 'clean' || one.kind === 'missed'),
  );
  for (const one of past.filter((other) => other !== model && !copies.includes(other)))
    await seedDone(ground, planned, one);
  if (!model) return;
  const { id } = await seedDone(ground, planned, model);
  await copyInspections(ground.parts, ground.asked, { id, minutes }, copies);
}

/** Enters some of today's results. The others are still open. */
async function seedRunning(ground: Ground, planned: Planned): Promise<void> {
  const { asked, maker } = ground;
  const [first, ...others] = planned.template.seed.items;
  const items = [
    resultOf(first!, { place: 0, isBad: false }, ground),
    ...others.map((item) => pointOf(item, asked.lang)),
  ];
  const row = await maker(planned.person).make('inspection', {
    ...bodyOf(planned, asked.lang, asked.now),
    items,
  });
  await maker(planned.person).move('inspection', row.id, 'start');
}

const deviceAt = ({ site }: DemoStation, { suffix }: TemplateSeed): string | null =>
  suffix ? `${site.sn}-${suffix}` : null;

/** Creates a plan for these stations. Its crews alternate. */
async function makePlan(
  { asked: { lang, now }, head, maker }: Ground,
  { template, stations, crews }: { template: Template; stations: readonly DemoStation[]; crews: Person[] },
): Promise<unknown> {
  const { seed } = template;
  const [first] = stations;
  const name = stations.length > 1 ? seed.name[lang] : `${first!.name[lang]} ${seed.name[lang]}`;
  const { id } = await maker(head).make('inspectionPlan', {
    ...{ name: name.slice(0, 80), rule: seed.rule, templateId: template.id },
    ...{ startDate: dayOf(now + DAY_MS), days: 'next' },
    places: stations.map((station) => ({ stationSn: station.site.sn, deviceSn: deviceAt(station, seed) })),
    crews: crews.map(({ id: userId }, at) => ({
      userId,
      // The other members of the two crews help in turn.
      ...(crews.length > 1 && { helpers: [crews[(at + 1) % crews.length]!.id] }),
    })),
  });
  return id;
}

/** Creates the plans of a template: one for all stations, or one for each. Returns the plan of each station. */
async function seedPlans(
  ground: Ground,
  template: Template,
  at: number,
  stations: readonly DemoStation[],
): Promise<Map<DemoStation, unknown>> {
  const { people } = ground;
  if (template.seed.together && stations.length > 1) {
    const crews = people.length > 1 ? [people[0]!, people[1]!] : [...people];
    const planId = await makePlan(ground, { template, stations, crews });
    return new Map(stations.map((station) => [station, planId]));
  }
  const plans = new Map<DemoStation, unknown>();
  for (const station of stations) {
    const crews = [inspectorAt(ground, station, at)];
    plans.set(station, await makePlan(ground, { template, stations: [station], crews }));
  }
  return plans;
}

const inspectorAt = ({ people }: Ground, station: DemoStation, at: number): Person =>
  people[(demoStations.indexOf(station) + at) % people.length]!;

/** Creates the inspections of one tenant. Creates none without an inspector and a second user to check them. */
export async function seedInspections(parts: Ground['parts'], asked: SeedContext): Promise<void> {
  const { tenantId } = asked;
  const { people, heads } = await parts.db.tenant(tenantId, async (trx) => ({
    people: await findPeople(trx, tenantId, 'operator'),
    heads: await findPeople(trx, tenantId, 'administrator'),
  }));
  const head = heads.find(({ id }) => people.every((person) => person.id !== id));
  if (!head || people.length === 0) return;
  const photos = Array.from({ length: PICTURES }, (_, at) => photoOf(at, head.id, asked));
  const pictures = await storePictures(parts, tenantId, photos);
  const signed = await storePictures(parts, tenantId, people.map(signatureOf));
  const ground = {
    parts,
    asked,
    people,
    head,
    pictures,
    signatures: new Map(people.map((person, at) => [person, signed[at]!])),
    maker: (person: Person) => makerFor(parts, asked, person),
  };
  const templates = await seedTemplates(ground);
  const stations = demoStations.filter((one) => one.tenantId === tenantId);
  const pasts = listPast(
    stations.flatMap(() => templates.map(({ seed: { every } }, at) => ({ first: 1 + at, every }))),
  );
  for (const [at, template] of templates.entries()) {
    const plans = await seedPlans(ground, template, at, stations);
    for (const [nth, station] of stations.entries()) {
      const planned = {
        template,
        station,
        person: inspectorAt(ground, station, at),
        planId: plans.get(station),
      };
      await seedPast(ground, planned, pasts[nth * templates.length + at]!);
      if (template.seed.key === 'safety') await seedRunning(ground, planned);
    }
  }
}
