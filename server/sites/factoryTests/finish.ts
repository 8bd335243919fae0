/**
 * Finishes a run after its last step: computes the figures from the stored points and compares them with the limits.
 */
import type { Services } from '../../engine/context.ts';
import { platformStep } from '../../engine/time/platformStep.ts';
import { countEnergies, figuresOf, judgeRun, type Verdict } from './evaluate.ts';
import { carryState } from './hooks.ts';
import { notifyPeople } from './notice.ts';
import type { Part, RunState } from './procedure.ts';
import { readPoints } from './readPoints.ts';
import { holdRun, type RunRow, writeStanding } from './store.ts';
import { limitsOfRun } from './testLimits.ts';

type Parts = Pick<Services, 'db' | 'hub' | 'vault' | 'log' | 'telemetry'>;

const RESULT_TEXTS = {
  passed: { zh: '合格', en: 'passed' },
  failed: { zh: '不合格', en: 'failed' },
  invalid: { zh: '数据无效，须重做', en: 'has no valid data and must be repeated' },
} as const;

const noticeOf = ({ number, name }: RunRow, { result }: Verdict) => ({
  zh: `试验 ${number} “${name}”：${RESULT_TEXTS[result].zh}`,
  en: `The test ${number} “${name}” ${RESULT_TEXTS[result].en}`,
});

export async function finishRun(
  parts: Parts,
  row: RunRow,
  course: readonly Part[],
  { measured, now }: Pick<RunState, 'measured' | 'now'>,
): Promise<void> {
  const { tenantId, id, recordId, ratedEnergy, socStart } = row;
  const points = await readPoints(parts, row, course);
  const energies = countEnergies(course, points);
  const socEnd = measured.soc ?? null;
  const figures = figuresOf(course, points, energies, { ratedEnergy, socStart, socEnd });
  const verdict = judgeRun(figures, limitsOfRun(row), row.factoryTest);
  const status = verdict.result === 'passed' ? 'passed' : 'failed';
  const endedAt = new Date(now).toISOString();
  const step = platformStep(parts, tenantId, row.zone);
  await parts.db.tenant(tenantId, async (trx) => {
    if (!(await holdRun(trx, row))) return;
    await writeStanding(trx, row, { parts: course, step: 'evaluation', decidedAt: endedAt });
    const isAlone = row.alone === true;
    await carryState({ ...step, trx }, 'chargeDischargeRecord', id, {
      // A run without a test has no limits. It passes when it is complete.
      ...{ testStatus: isAlone ? 'passed' : status, endedAt, socEnd, ...energies },
    });
    if (isAlone) return;
    const { result: testResult, failures } = verdict;
    await carryState({ ...step, trx }, 'factoryTestRecord', recordId, {
      ...{ status, testResult, figures, failures, endedAt },
    });
    await notifyPeople(trx, row, noticeOf(row, verdict));
  });
}
