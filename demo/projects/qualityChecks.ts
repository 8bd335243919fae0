/** Creates quality checks of the demo's projects. Most pass at once, some fail and are corrected. */
import type { Values } from '../../runtime/core/rules/rule.ts';
import { CHECK_ITEMS, CHECKS, type CheckItemSeed, CORRECTION, type ProjectSeed } from './projectSeeds.ts';
import { dayAt, type ProjectWork } from './projectWork.ts';

/** Number of checks of one project. */
const CHECKS_EACH = 4;
/** The failing items in the checks of a project, by its state and the index of the check. */
const FAILING: Readonly<Record<string, Readonly<Record<number, readonly number[]>>>> = {
  executing: { 1: [0, 1], 2: [0, 2] },
  completed: { 0: [1] },
};

function itemOf(item: CheckItemSeed, isBad: boolean, { asked: { lang }, picture }: ProjectWork): Values {
  const { part, name, standard, figure, wrong } = item;
  return {
    ...{ part: part[lang], name: name[lang], standard: standard[lang] },
    ...(figure
      ? {
          ...{ kind: 'number', unit: figure.unit, lower: figure.lower, upper: figure.upper },
          value: isBad ? figure.bad : figure.good,
        }
      : { kind: 'check', result: isBad ? 'abnormal' : 'normal' }),
    ...(isBad && { remark: wrong[lang], photos: [picture] }),
  };
}

const itemsOf = (work: ProjectWork, bad: readonly number[]): Values[] =>
  CHECK_ITEMS.map((item, at) => itemOf(item, bad.includes(at), work));

/** Corrects the first `verified` nonconformances of a check and verifies them. */
async function correctIssues(work: ProjectWork, issues: readonly unknown[], verified: number): Promise<void> {
  const { lang } = work.asked;
  for (const [at, id] of issues.entries()) {
    await work.lead.move('nonConformance', id, 'correct', {
      ...{ causeKind: at % 2 === 0 ? 'workmanship' : 'material', cause: CORRECTION.cause[lang] },
      ...{ correction: CORRECTION.correction[lang], correctedPhotos: [work.picture] },
    });
    if (at < verified) await work.head.move('nonConformance', id, 'verify');
  }
}

/** Reads the nonconformances of a check, the oldest first. */
export type ReadIssues = (checkId: unknown) => Promise<unknown[]>;

/** Creates the checks of a started project. If the project is in progress, its last check is a draft. */
export async function seedChecks(
  work: ProjectWork,
  siteId: unknown,
  seed: ProjectSeed,
  readIssues: ReadIssues,
): Promise<void> {
  const { lead, head, leader, asked } = work;
  for (let at = 0; at < CHECKS_EACH; at += 1) {
    const bad = FAILING[seed.reaches]?.[at] ?? [];
    const day = Math.min(seed.from + 5 + at * 6, -1);
    const { id } = await lead.make('qualityCheck', {
      ...{ siteId, name: CHECKS[at % CHECKS.length]![asked.lang], userId: leader.id },
      ...{ day: dayAt(work, day), items: itemsOf(work, bad) },
    });
    if (seed.reaches === 'executing' && at === CHECKS_EACH - 1) continue;
    await lead.move('qualityCheck', id, 'present');
    if (bad.length === 0) {
      await head.move('qualityCheck', id, 'pass');
      continue;
    }
    const due = dayAt(work, day + 7);
    await head.move('qualityCheck', id, 'fail', { responsibleId: leader.id, due });
    const issues = await readIssues(id);
    if (seed.reaches === 'completed') {
      await correctIssues(work, issues, issues.length);
      await lead.move('qualityCheck', id, 'correct');
    } else if (at === 1) await correctIssues(work, issues.slice(0, 1), 0);
  }
}
