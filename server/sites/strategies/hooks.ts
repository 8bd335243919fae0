/** Checks a strategy against its limits whenever it is saved. A strategy with a violation cannot change its state. */

import { dictionaries } from '../../../runtime/core/definitions/dictionaries.ts';
import { entityOf } from '../../../runtime/core/definitions/entities.ts';
import type { Values } from '../../../runtime/core/rules/rule.ts';
import type { Lang } from '../../../runtime/core/text/lang.ts';
import { pickText } from '../../../runtime/core/text/pickText.ts';
import { everything, NO_USER } from '../../engine/access/asker.ts';
import { createRecordIn } from '../../engine/entities/write/write.ts';
import type { EntityHooks, HookStep } from '../../engine/hooks.ts';
import { publishOnCommit } from '../../platform/db/index.ts';
import { AppError, type FieldError, fillText } from '../../platform/errors/errors.ts';
import { type Entered, readRatings } from './limits.ts';
import { SILENT_MS } from './measured.ts';
import { type Block, type GridProblem, gridProblem, type Plan } from './plan.ts';
import { type Finding, findProblems } from './validate.ts';

const RULE_NAME = { zh: '储能变流器失联', en: 'Converter offline' } as const;
const RULE_INFO = {
  zh: '储能变流器超过 1 分钟没有数据，策略已暂停',
  en: 'The converter has not reported for more than a minute. The strategy is paused.',
} as const;

const PROBLEMS = {
  gap: 'strategy.gap',
  overlap: 'strategy.overlap',
  order: 'strategy.order',
  short: 'strategy.short',
} as const satisfies Record<GridProblem['why'], string>;

/** Refuses a plan with a gap or an overlap. The error names the cell. */
function checkGrid(values: Values): Values {
  const { kind, blocks } = values as { kind?: string; blocks?: Block[] | null };
  const problem = kind === 'timeOfDay' ? gridProblem(blocks ?? []) : null;
  if (!problem) return values;
  const { block, cell, why, time } = problem;
  throw new AppError(PROBLEMS[why], { block: block + 1, time }, { field: `/blocks/${block}/${cell}` });
}

async function findingsOf(values: Values, { trx, session }: HookStep): Promise<Finding[]> {
  const { stationSn, deviceSn } = values as { stationSn: string; deviceSn: string };
  const [ratings] = await readRatings(trx, [{ tenantId: session.tenantId, stationSn, deviceSn }]);
  return findProblems(values as unknown as Plan, (values.limits ?? {}) as Entered, ratings!);
}

/** Returns the field of a finding: its cell in the plan, or else the power. */
const fieldOf = (kind: unknown, { block, limit }: Finding): string => {
  if (limit === 'unknown') return '/deviceSn';
  return kind === 'timeOfDay' ? `/blocks/${block - 1}/power` : '/power';
};

const UNKNOWN = {
  zh: '变流器额定功率或储能容量未知，无法控制',
  en: 'The converter rating or the battery capacity is unknown, so control is not possible',
};
const BEYOND = {
  zh: '时段 {block}（{time}）：{limit} {value} {unit}，允许 {bound} {unit}',
  en: 'Block {block} ({time}): {limit} {value} {unit}, allowed {bound} {unit}',
};

function findingText({ limit, time, block, value, bound, unit }: Finding, lang: Lang): string {
  if (bound === null) return pickText(UNKNOWN, lang);
  const entry = dictionaries.strategyLimit.entries.find((one) => one.value === limit);
  const named = pickText(entry?.title, lang) ?? limit;
  return fillText(pickText(BEYOND, lang), { limit: named, time, block, value: value ?? '', bound, unit });
}

/** Returns the error with all blocks that exceed a limit, including time and value. */
function breaksLimits(kind: unknown, findings: readonly Finding[], lang: Lang): AppError {
  const errors: FieldError[] = findings.map((finding) => ({
    field: fieldOf(kind, finding),
    msg: findingText(finding, lang),
  }));
  const textIn = (of: Lang) =>
    findings
      .slice(0, 3)
      .map((finding) => findingText(finding, of))
      .join('；');
  return new AppError(
    'strategy.breaksLimits',
    { count: findings.length, first: { zh: textIn('zh'), en: textIn('en').replaceAll('；', '; ') } },
    { errors },
  );
}

/** Checks a strategy against its limits while it can still be changed. */
async function judged(values: Values, step: HookStep): Promise<Values> {
  const findings = await findingsOf(checkGrid(values), step);
  if (values.state === 'validated' && findings.length > 0)
    throw breaksLimits(values.kind, findings, step.session.lang);
  return { ...values, findings, findingCount: findings.length };
}

const SILENT_S = SILENT_MS / 1000;

/** Adds an alarm rule for the silence of a controlled converter. Users can see and change the rule. */
const watchSilence: EntityHooks['written'] = async (changes, step) => {
  for (const { before, after } of changes) {
    if (after.state !== 'issued' || before.state === 'issued') continue;
    const variableSn = `${after.deviceSn}-power`;
    const watched = await step.trx
      .selectFrom('alarmGenerater')
      .select('id')
      .where('kind', '=', 'noData')
      .where('variableSn', '=', variableSn)
      .executeTakeFirst();
    const variable = await step.trx
      .selectFrom('deviceVariable')
      .select('id')
      .where('sn', '=', variableSn)
      .executeTakeFirst();
    if (watched || !variable) continue;
    const rule = await createRecordIn(
      step.trx,
      { ...step, session: { ...step.session, ...everything, userId: step.session.userId } },
      entityOf('alarmGenerater'),
      {
        ...{
          name: pickText(RULE_NAME, step.lang),
          info: pickText(RULE_INFO, step.lang),
          kind: 'noData',
          level: 'major',
        },
        scope: 'variable',
        ...{ stationSn: after.stationSn, variableSn, silentSeconds: SILENT_S },
      },
      // The rule belongs to the platform, not to the person who issued the strategy.
      { owner: { userId: NO_USER, name: '' } },
    );
    const { tenantId } = step.session;
    publishOnCommit(step.trx, {
      type: 'entity',
      entity: 'alarmGenerater',
      tenantId,
      id: Number(rule.id),
      do: 'create',
    });
  }
};

export const strategyHooks = {
  strategyTemplate: {
    beforeCreate: checkGrid,
    beforeUpdate: (values, before) => checkGrid({ ...before, ...values }) && values,
  },
  strategyConfig: {
    beforeCreate: judged,
    written: watchSilence,
    async beforeUpdate(values, before, step) {
      // A validated strategy is not checked again and retains its findings.
      if (before.state !== 'draft') return values;
      const { findings, findingCount } = await judged({ ...before, ...values }, step);
      return { ...values, findings, findingCount };
    },
  },
} satisfies Record<string, EntityHooks>;
