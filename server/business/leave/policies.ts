/** The leave policies of a new tenant: the legal minimum in China and the rules of a usual company. */
import { type Lang, nearLang } from '../../../runtime/core/text/lang.ts';
import type { TenantContent } from '../../engine/identity/seed.ts';
import type { Trx } from '../../platform/db/index.ts';
import type { Policy, Tier } from './policy.ts';

interface PolicySeed extends Partial<Omit<Policy, 'id' | 'from' | 'type' | 'tiers' | 'proof'>> {
  type: Policy['type'];
  zh: string;
  en: string;
  paid?: number;
  validMonths?: number;
  proof?: readonly [zh: string, en: string];
  source?: readonly [zh: string, en: string];
  tiers?: readonly Tier[];
}

/** Built-in versions apply from the first day of the platform's calendar. */
const FROM = '2024-01-01';

const flat = (amount: number): readonly Tier[] => [{ years: 0, amount }];

const POLICIES: readonly PolicySeed[] = [
  {
    ...{ type: 'annual', zh: '年假', en: 'Annual leave', given: 'yearly', afterMonths: 12, step: 1 },
    tiers: [
      { years: 0, amount: 5 },
      { years: 10, amount: 10 },
      { years: 20, amount: 15 },
    ],
    ...{ carry: 5, carryMonths: 3, lapse: 'paid' },
    source: ['职工带薪年休假条例', 'Regulation on paid annual leave'],
  },
  {
    ...{
      type: 'paidSick',
      zh: '带薪病假',
      en: 'Paid sick leave',
      given: 'yearly',
      tiers: flat(5),
      step: 0.5,
    },
    proof: ['第二天起需就诊证明', 'Medical certificate from the second day on'],
  },
  {
    ...{ type: 'engineeringWelfare', zh: '工程福利假', en: 'Engineering welfare leave', given: 'earned' },
    ...{ validMonths: 12, yearLimit: 12 },
    proof: ['现场日志', 'Site log'],
  },
  { type: 'personal', zh: '事假', en: 'Personal leave', paid: 0, yearLimit: 15, rowLimit: 10 },
  { type: 'sick', zh: '病假', en: 'Sick leave', paid: 60, proof: ['医院证明', 'Medical certificate'] },
  {
    ...{ type: 'parental', zh: '育儿假', en: 'Parental leave', given: 'event', validMonths: 12 },
    proof: ['出生证明', 'The birth certificate'],
  },
  {
    ...{ type: 'marriage', zh: '婚假', en: 'Marriage leave', unit: 'day', counts: 'noHoliday' },
    ...{ given: 'event', validMonths: 12 },
    proof: ['结婚证', 'Marriage certificate'],
  },
  {
    ...{ type: 'prenatal', zh: '产检假', en: 'Prenatal check-up leave', unit: 'halfHour', counts: 'hours' },
    proof: ['预约单', 'Appointment slip'],
  },
  {
    ...{ type: 'maternity', zh: '产假', en: 'Maternity leave', unit: 'day', counts: 'calendar' },
    ...{ given: 'event', validMonths: 12 },
    proof: ['出生证明', 'The birth certificate'],
    source: ['女职工劳动保护特别规定', 'Special rules on the protection of women at work'],
  },
  {
    ...{ type: 'paternity', zh: '陪产假', en: 'Paternity leave', unit: 'day', counts: 'calendar' },
    ...{ given: 'event', validMonths: 6 },
    proof: ['出生证明', 'The birth certificate'],
  },
  {
    ...{
      type: 'bereavement',
      zh: '丧假',
      en: 'Bereavement leave',
      unit: 'day',
      given: 'event',
      validMonths: 1,
    },
    proof: ['亲属关系证明，15 天内补交', 'Proof of relationship, within 15 days'],
  },
  {
    ...{ type: 'substation', zh: '变电站（运维）法定假', en: 'Public holiday of a substation' },
    ...{ given: 'earned', validMonths: 6 },
    proof: ['值班表', 'Duty roster'],
  },
  {
    ...{ type: 'compensatory', zh: '调休', en: 'Compensatory leave', unit: 'halfHour', counts: 'hours' },
    ...{ given: 'earned', validMonths: 6, productionOnly: true },
    proof: ['加班记录', 'Overtime record'],
  },
];

async function seedPolicies(trx: Trx, tenantId: number, lang: Lang): Promise<void> {
  const at = nearLang(lang) === 'zh' ? 0 : 1;
  for (const { zh, en, proof, source, tiers = [], ...rules } of POLICIES) {
    const { id } = await trx
      .insertInto('vacation')
      .values({
        ...{ tenantId, name: [zh, en][at]!, from: FROM, status: 'inForce' },
        ...{ proof: proof?.[at] ?? null, source: source?.[at] ?? null },
        ...rules,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (tiers.length === 0) continue;
    await trx
      .insertInto('vacationTier')
      .values(tiers.map((tier) => ({ tenantId, vacationId: id, ...tier })))
      .execute();
  }
}

export const leaveContent: TenantContent = {
  seed: seedPolicies,
  /**
   * Adds the policies to tenants that were created before leave had policies. Deleted policies are not created again.
   */
  async follow(trx, lang) {
    const without = await trx
      .selectFrom('tenant')
      .select('id')
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('vacation').select('id').whereRef('vacation.tenantId', '=', 'tenant.id'))),
      )
      .orderBy('id')
      .execute();
    for (const { id } of without) await seedPolicies(trx, id, lang);
  },
};
