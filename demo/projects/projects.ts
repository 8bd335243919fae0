/** Creates projects of the demo, from planning to closed, with all their records. */
import type { Values } from '../../runtime/core/rules/rule.ts';
import type { Services } from '../../server/engine/context.ts';
import { type Row, trxAny } from '../../server/platform/db/tables/anyTable.ts';
import { keepBytes } from '../../server/platform/files/keepBytes.ts';
import { drawPicture } from '../../server/sites/cameras/draw.ts';
import { encodePng } from '../../server/sites/cameras/png.ts';
import { findPeople, type Person } from '../business/sellers.ts';
import { DAY_MS, dayOf, makerFor, type Parts, type SeedContext } from '../maker.ts';
import { type DemoStation, demoStations } from '../sites/sites.ts';
import { listOrders, seedCosts, setRates } from './projectCosts.ts';
import {
  ANNOUNCEMENT,
  DEVICES,
  FILES,
  LOGS,
  PLANS,
  PROJECTS,
  type ProjectSeed,
  REGIONS,
  REPORT,
  STEPS,
  VISIT,
  WEATHER,
} from './projectSeeds.ts';
import { dayAt, type ProjectWork } from './projectWork.ts';
import { seedChecks } from './qualityChecks.ts';

/** Members of a project. */
const MEMBERS = 7;
/** Members who have not confirmed the completion yet. */
const UNCONFIRMED = 2;
const OBSERVED_DAYS = 60;

/** Returns the steps. They divide the duration of the project evenly. */
function stepsOf(work: ProjectWork, seed: ProjectSeed, members: readonly Row[]): Values[] {
  const length = (seed.to - seed.from) / STEPS.length;
  return STEPS.map((name, at) => {
    const due = Math.round(seed.from + length * (at + 1));
    const isDone = at < seed.done;
    const state = isDone ? 'done' : at === seed.done && seed.reaches === 'executing' ? 'running' : 'todo';
    return {
      ...{ name: name[work.asked.lang], state, memberId: members[at % members.length]?.id ?? null },
      ...{ startDate: dayAt(work, Math.round(seed.from + length * at)), due: dayAt(work, due) },
      ...(isDone && { doneOn: dayAt(work, Math.min(due, -1)) }),
    };
  });
}

async function seedPlans(work: ProjectWork, seed: ProjectSeed, siteId: unknown): Promise<void> {
  const length = (seed.to - seed.from) / STEPS.length;
  for (const { name, weight, steps } of PLANS) {
    const [first, end] = steps;
    const done = Math.max(0, Math.min(1, (seed.done - first) / (end - first)));
    const to = Math.round(seed.from + length * end);
    await work.lead.make('workPlan', {
      ...{ siteId, name: name[work.asked.lang], kind: 'project', weight, done: Math.round(done * 100) },
      ...{ userId: work.leader.id, fromDate: dayAt(work, Math.round(seed.from + length * first)) },
      ...{ toDate: dayAt(work, to), ...(done > 0 && { doneOn: dayAt(work, Math.min(to, -1)) }) },
    });
  }
}

async function seedParts(work: ProjectWork, seed: ProjectSeed, siteId: unknown): Promise<void> {
  const { lead, picture, people, as } = work;
  const { lang } = work.asked;
  const regions: Row[] = [];
  for (const name of REGIONS) regions.push(await lead.make('siteRegion', { siteId, name: name[lang] }));
  const isInstalled = seed.done === STEPS.length;
  for (const [at, { name, model, region }] of DEVICES.entries())
    await lead.make('siteDevice', {
      ...{ siteId, regionId: regions[region]!.id, name: name[lang], model, quantity: at + 1 },
      ...{ serial: `${model}-${siteId}0${at + 1}`, state: isInstalled ? 'commissioned' : 'ordered' },
      ...(isInstalled && { deliveredOn: dayAt(work, seed.from + 8), installedOn: dayAt(work, seed.to - 6) }),
    });
  for (let at = 0; at < seed.files; at += 1) {
    const { name, kind } = FILES[at % FILES.length]!;
    const count = Math.floor(at / FILES.length) + 1;
    await lead.make('siteFile', { siteId, name: `${name[lang]} ${count}`, kind, files: [picture] });
  }
  for (let at = 0; at < seed.logs; at += 1) {
    const { content, problems } = LOGS[at % LOGS.length]!;
    const writer = people[at % people.length]!;
    await as(writer).make('siteLog', {
      ...{ siteId, day: dayAt(work, seed.from + 1 + at), userId: writer.id, people: 4 + (at % 5) },
      ...{ weather: WEATHER[at % WEATHER.length]![lang], content: content[lang], problems: problems?.[lang] },
    });
  }
}

/** Sets the times of the project. Transitions cannot do this. */
async function setTimes(parts: Parts, work: ProjectWork, siteId: unknown, seed: ProjectSeed): Promise<void> {
  const at = (days: number) => new Date(work.asked.now + days * DAY_MS).toISOString();
  const isDone = seed.done === STEPS.length;
  await parts.db.tenant(work.asked.tenantId, (trx) =>
    trxAny(trx)
      .updateTable('executeSite')
      .set({
        createdAt: at(Math.min(seed.from - 10, -1)),
        startedAt: at(seed.from),
        ...(isDone && { finishedAt: at(seed.to), settledAt: at(seed.to + 5), announcedAt: at(seed.to + 7) }),
        ...(seed.reaches === 'closed' && { closedAt: at(seed.to + 20) }),
      })
      .where('id', '=', siteId)
      .execute(),
  );
}

/** Confirms the completion by the members, except the last ones if the project is not closed. */
async function confirmCompletion(
  parts: Parts,
  work: ProjectWork,
  siteId: unknown,
  isAll: boolean,
): Promise<void> {
  const confirms = await parts.db.tenant(work.asked.tenantId, (trx) =>
    trxAny(trx)
      .selectFrom('announceConfirm as c')
      .innerJoin('projectAnnounce as a', (join) =>
        join.onRef('a.id', '=', 'c.announceId').onRef('a.tenantId', '=', 'c.tenantId'),
      )
      .select(['c.id', 'c.userId'])
      .where('a.siteId', '=', siteId)
      .orderBy('c.id')
      .execute(),
  );
  for (const { id, userId } of isAll ? confirms : confirms.slice(0, -UNCONFIRMED)) {
    const person = work.people.find((one) => one.id === Number(userId));
    if (person) await work.as(person).move('announceConfirm', id, 'confirm');
  }
}

interface Place {
  station: DemoStation;
  /** The order that the project carries out. */
  order: Row | undefined;
}

async function seedProject(
  parts: Parts,
  work: ProjectWork,
  seed: ProjectSeed,
  { station, order }: Place,
): Promise<void> {
  const { lead, head, leader, people } = work;
  const { lang } = work.asked;
  const site = await lead.make('executeSite', {
    ...{ name: seed.name[lang], kind: seed.kind, content: seed.content[lang], leaderId: leader.id },
    ...{ stationSn: station.site.sn, address: station.address[lang] },
    ...{ planStart: dayAt(work, seed.from), planEnd: dayAt(work, seed.to) },
    ...(order && { orderId: order.id, customerId: order.customerId }),
    members: people
      .slice(0, MEMBERS)
      .map(({ id }, at) => ({ userId: id, role: at === 0 ? 'manager' : 'worker' })),
    observers: people
      .slice(MEMBERS, MEMBERS + 1)
      .map(({ id }) => ({ userId: id, until: dayAt(work, OBSERVED_DAYS) })),
  });
  const siteId = site.id;
  const members = await parts.db.tenant(work.asked.tenantId, (trx) =>
    trxAny(trx).selectFrom('siteMember').select('id').where('siteId', '=', siteId).orderBy('id').execute(),
  );
  for (const step of stepsOf(work, seed, members)) await lead.make('setupItem', { siteId, ...step });
  await seedPlans(work, seed, siteId);
  await seedCosts(work, seed, siteId);
  await seedParts(work, seed, siteId);
  if (seed.reaches === 'planning') return;
  await lead.move('executeSite', siteId, 'startPlanned');
  await seedChecks(work, siteId, seed, (checkId) =>
    parts.db.tenant(work.asked.tenantId, async (trx) => {
      const issues = trxAny(trx).selectFrom('nonConformance').select('id').where('checkId', '=', checkId);
      return (await issues.orderBy('id').execute()).map(({ id }) => id);
    }),
  );
  await lead.make('serviceReport', {
    ...{ siteId, day: dayAt(work, Math.min(seed.from + 6, -1)), userId: leader.id, hours: 6.5 },
    ...{ content: REPORT.content[lang], result: REPORT.result[lang] },
  });
  if (seed.reaches !== 'executing') {
    await lead.move('executeSite', siteId, 'finish');
    await head.move('executeSite', siteId, 'confirmAccount', { finalAmount: '186500.00' });
    await lead.move('executeSite', siteId, 'announce', { title: seed.name[lang], text: ANNOUNCEMENT[lang] });
    await confirmCompletion(parts, work, siteId, seed.reaches === 'closed');
  }
  if (seed.reaches === 'closed') {
    await head.move('executeSite', siteId, 'close');
    await lead.make('returnVisit', {
      ...{ siteId, day: dayAt(work, -30), userId: leader.id, contact: station.contact.name[lang] },
      ...{ score: 5, remark: VISIT[lang] },
    });
  }
  await setTimes(parts, work, siteId, seed);
}

/** Creates the projects of one tenant. Creates none without a leader and a second user to decide. */
export async function seedProjects(
  parts: Parts & Pick<Services, 'files'>,
  asked: SeedContext,
): Promise<void> {
  const { tenantId, now } = asked;
  const [engineers, operators, heads, orders] = await parts.db.tenant(tenantId, async (trx) => [
    await findPeople(trx, tenantId, 'engineering'),
    await findPeople(trx, tenantId, 'operator'),
    await findPeople(trx, tenantId, 'administrator'),
    await listOrders(trx, PROJECTS.filter(({ ordered }) => ordered).length),
  ]);
  const [leader] = engineers;
  const head = heads.find(({ id }) => id !== leader?.id);
  if (!leader || !head) return;
  const bytes = encodePng(drawPicture(tenantId * 10 + 7, now - DAY_MS, dayOf(now - DAY_MS)));
  const owner = { tenantId, userId: leader.id };
  const picture = await keepBytes(parts.files, owner, { name: 'site.png', bytes, picture: true });
  const as = (person: Person) => makerFor(parts, asked, person);
  const work: ProjectWork = {
    ...{ asked, leader, people: [...engineers, ...operators], as, picture },
    ...{ head: as(head), lead: as(leader) },
  };
  await setRates(parts, work);
  const stations = demoStations.filter((station) => station.tenantId === tenantId);
  for (const [at, seed] of PROJECTS.entries()) {
    const order = seed.ordered ? orders.shift() : undefined;
    await seedProject(parts, work, seed, { station: stations[at % stations.length]!, order });
  }
}
