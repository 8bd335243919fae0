/** Creates the approval flows of the demo's tenants: leave by its length, quotes by their amount. */
import type { FlowNode, People, Text } from '../../generated/definition.ts';
import type { SourceLang } from '../../runtime/core/text/lang.ts';
import type { Trx } from '../../server/platform/db/index.ts';
import { trxAny } from '../../server/platform/db/tables/anyTable.ts';
import { findPeople, findSellers } from '../business/sellers.ts';
import { DAY_MS } from '../maker.ts';

const text = (zh: string, en: string): Text => ({ zh, en });
const above = (field: string, limit: number) => ({
  properties: { [field]: { exclusiveMinimum: limit } },
  required: [field],
});
const below = (field: string, limit: number) => ({
  properties: { [field]: { exclusiveMaximum: limit } },
  required: [field],
});

const ADMINISTRATION: People = { roles: ['administrator'] };
const OTHERWISE = text('其他情况', 'Otherwise');

const administration = (name: string): FlowNode => ({
  ...{ do: 'approve', name, title: text('行政审批', 'Administration'), by: ADMINISTRATION },
  // Only working hours count, so no reminder is sent over a weekend.
  ...{ mode: 'any', hours: 24, working: true, late: 'remind' },
});

/** The step for which the applicant chooses a colleague. */
export const DEPUTY_STEP = 'deputy';

const LEAVE: readonly FlowNode[] = [
  {
    ...{ do: 'approve', name: 'manager', title: text('部门负责人审批', 'Department manager') },
    ...{ by: { manager: true }, mode: 'any', hours: 48, late: 'pass' },
  },
  {
    ...{ do: 'branch', name: 'length', title: text('请假天数', 'Length') },
    paths: [
      {
        ...{ title: text('10 天以上', 'Over 10 days'), when: above('days', 10) },
        steps: [
          {
            ...{
              do: 'approve',
              name: DEPUTY_STEP,
              title: text('工作交接人确认', 'Confirmation by the substitute'),
            },
            ...{ by: {}, chosen: true, mode: 'any', hours: 48, late: 'remind' },
          },
          {
            ...{ do: 'approve', name: 'managers', title: text('逐级审批', 'Managers above') },
            ...{ by: { manager: true, level: 2, upTo: true }, mode: 'sequence', noApprover: 'skip' },
          },
          administration('longOffice'),
        ],
      },
      {
        ...{ title: text('3 天以上', 'Over 3 days'), when: above('days', 3) },
        steps: [administration('office')],
      },
      { title: OTHERWISE, steps: [] },
    ],
  },
  {
    ...{ do: 'copy', name: 'copy', title: text('抄送行政与财务', 'Copy to administration and finance') },
    to: { roles: ['administrator', 'finance'] },
  },
];

const head = (name: string): FlowNode => ({
  ...{ do: 'approve', name, title: text('部门负责人', 'Head of the department') },
  ...{ by: { manager: true }, mode: 'any', hours: 24, late: 'remind' },
});

const QUOTE: readonly FlowNode[] = [
  {
    ...{ do: 'branch', name: 'size', title: text('报价规模', 'Size of the quote') },
    paths: [
      {
        ...{ title: text('200 万以上', 'Over 2,000,000'), when: above('gross', 2_000_000) },
        steps: [
          {
            ...{
              do: 'parallel',
              name: 'both',
              title: text('业务与财务会签', 'Business and finance'),
              join: 'all',
            },
            paths: [
              { title: text('业务', 'Business'), steps: [head('bigHead')] },
              {
                title: text('财务', 'Finance'),
                steps: [
                  {
                    ...{ do: 'approve', name: 'finance', title: text('财务审批', 'Finance') },
                    ...{ by: { roles: ['finance'] }, mode: 'any' },
                    ...{ noApprover: 'instead', instead: ADMINISTRATION, asks: [{ field: 'terms' }] },
                  },
                ],
              },
            ],
          },
          administration('administration'),
        ],
      },
      {
        title: text('50 万以上或利润偏低', 'Over 500,000, or a thin margin'),
        when: { anyOf: [above('gross', 500_000), above('maxDiscount', 10), below('marginRate', 15)] },
        steps: [head('head')],
      },
      { title: OTHERWISE, steps: [] },
    ],
  },
];

const FLOWS: readonly { entity: string; steps: readonly FlowNode[]; note: Text }[] = [
  { entity: 'leave', steps: LEAVE, note: text('长假逐级审批', 'Higher managers approve long leave') },
  { entity: 'quote', steps: QUOTE, note: text('大额报价由财务会签', 'Finance also approves large quotes') },
];

const [AWAY_IN_DAYS, AWAY_DAYS] = [30, 7];
const AWAY = text('年休假', 'Annual leave');

/** Adds a substitute for the administrator's future absence. The substitute has no effect until then. */
async function seedSubstitute(trx: Trx, tenantId: number, lang: SourceLang, now: number): Promise<void> {
  const [administrator] = await findPeople(trx, tenantId, 'administrator');
  const sellers = await findSellers(trx, tenantId);
  const other = sellers.find(({ id }) => id !== administrator?.id);
  if (!administrator || !other) return;
  const startsAt = now + AWAY_IN_DAYS * DAY_MS;
  const userId = administrator.id;
  await trxAny(trx)
    .insertInto('substitute')
    .values({
      ...{
        tenantId,
        userId,
        substituteId: other.id,
        reason: AWAY[lang],
        createdBy: userId,
        updatedBy: userId,
      },
      startsAt: new Date(startsAt).toISOString(),
      endsAt: new Date(startsAt + AWAY_DAYS * DAY_MS).toISOString(),
    })
    .execute();
}

/** Publishes the first version of each flow, in the name of a user who may publish it. */
export async function seedFlows(trx: Trx, tenantId: number, lang: SourceLang, now: number): Promise<void> {
  await seedSubstitute(trx, tenantId, lang, now);
  const [administrator] = await findPeople(trx, tenantId, 'administrator');
  for (const { entity, steps, note } of FLOWS)
    await trx
      .insertInto('approvalFlow')
      .values({
        ...{ tenantId, entity, version: 1, note: note[lang] },
        ...{ steps: JSON.stringify(steps), publishedBy: administrator?.id ?? null },
      })
      .execute();
}
