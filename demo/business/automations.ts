/** Creates the automations of the demo: a disabled one for alarms, one for quotes, and a weekly one. */
import type { Drawing } from '../../runtime/core/automation/drawing.ts';
import { subjectOf } from '../../runtime/core/automation/drawing.ts';
import type { SourceLang } from '../../runtime/core/text/lang.ts';
import { trxAny } from '../../server/platform/db/tables/anyTable.ts';
import { DAY_MS, dayOf, makerFor, type Parts, type SeedContext } from '../maker.ts';
import { findPeople } from './sellers.ts';

type Both = Record<SourceLang, string>;

interface Seed {
  name: Both;
  remark: Both;
  isOn: boolean;
  drawing(lang: SourceLang, now: number): Drawing;
}

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

const ORDER: Both = { zh: '处理告警：', en: 'Handle the alarm: ' };
const KICK_OFF: Both = { zh: '启动技术准备：', en: 'Prepare the technical start: ' };
const DETAILS: Both = {
  zh: '客户已接受报价，请核对技术方案与交付条件。',
  en: 'The customer accepted the quote. Check the technical concept and the terms of delivery.',
};

const SEEDS: readonly Seed[] = [
  {
    name: { zh: '严重告警转工单', en: 'Critical alarm to work order' },
    remark: {
      zh: '先用历史告警试运行，再启用。',
      en: 'Try this automation on past alarms before you turn it on.',
    },
    isOn: false,
    drawing: (lang) => ({
      ...{ entity: 'alarm', trigger: { on: 'created' }, if: "level = 'critical'" },
      do: [
        {
          do: 'create',
          entity: 'siteWorksheet',
          values: {
            ...{ name: `substr(cat(${quoted(ORDER[lang])}, info), 0, 100)`, stationSn: 'stationSn' },
            ...{ deviceSn: 'deviceSn', type: "'repair'", priority: "'urgent'", alarmId: 'id' },
          },
        },
      ],
    }),
  },
  {
    name: { zh: '报价接受后启动技术准备', en: 'Accepted quote to engineering' },
    remark: {
      zh: '客户接受报价后，为工程部新建支持请求。',
      en: 'Creates a support request for engineering when the customer accepts a quote.',
    },
    isOn: true,
    drawing: (lang) => ({
      ...{ entity: 'quote', trigger: { on: 'moved', to: ['replied'] }, if: "result = 'accepted'" },
      do: [
        {
          do: 'create',
          entity: 'technicalSupport',
          values: {
            title: `substr(cat(${quoted(KICK_OFF[lang])}, name), 0, 100)`,
            description: quoted(DETAILS[lang]),
          },
        },
        {
          do: 'notify',
          to: { roles: ['engineering'] },
          text: {
            zh: '报价“{name}”已被接受，请准备交付',
            en: 'The quote “{name}” was accepted. Prepare the delivery.',
          },
        },
      ],
    }),
  },
  {
    name: { zh: '每周一提醒检查工单', en: 'Weekly check of work orders' },
    remark: { zh: '每个周一工作日早上提醒运维人员。', en: 'Reminds the operators on Monday mornings.' },
    isOn: true,
    drawing: (_, now) => ({
      entity: null,
      trigger: {
        ...{ on: 'time', rule: 'FREQ=WEEKLY;BYDAY=MO', at: '08:00', days: 'next' },
        from: dayOf(now - 60 * DAY_MS),
      },
      do: [
        {
          do: 'notify',
          to: { roles: ['operator'] },
          text: { zh: '请检查本周的工单（{day}）', en: 'Check the work orders of this week ({day})' },
        },
      ],
    }),
  },
];

/** Weeks in which the last automation ran before the demo began. */
const PAST_RUNS = 4;
const WEEK_MS = 7 * DAY_MS;
const BECAME: Both = { zh: '已发送消息', en: 'Notified people' };

/** Returns the runs of the past weeks, on Monday mornings. */
function pastRuns({ tenantId, lang, now }: SeedContext, automationId: unknown, subject: string) {
  const monday = Date.parse(`${dayOf(now)}T00:00:00Z`) - ((new Date(now).getUTCDay() + 6) % 7) * DAY_MS;
  return Array.from({ length: PAST_RUNS }, (_, weeks) => {
    const at = new Date(monday - (weeks + 1) * WEEK_MS).toISOString();
    return {
      ...{ tenantId, automationId, state: 'done', trigger: 'time', subject, became: BECAME[lang] },
      ...{ startedAt: at, endedAt: at, createdAt: at, updatedAt: at },
    };
  });
}

export async function seedAutomations(parts: Parts, context: SeedContext): Promise<void> {
  const { tenantId, lang, now } = context;
  const [administrator] = await parts.db.tenant(tenantId, (trx) =>
    findPeople(trx, tenantId, 'administrator'),
  );
  if (!administrator) return;
  const maker = makerFor(parts, context, administrator);
  for (const [at, seed] of SEEDS.entries()) {
    const { id } = await maker.make('automation', { name: seed.name[lang], remark: seed.remark[lang] });
    const drawing = seed.drawing(lang, now);
    const subject = drawing.entity === null ? undefined : subjectOf(drawing);
    await parts.db.tenant(tenantId, async (trx) => {
      await trx
        .insertInto('automationDrawing')
        .values({ tenantId, automationId: Number(id), drawing: JSON.stringify(drawing) })
        .execute();
      await trxAny(trx)
        .updateTable('automation')
        .set({
          trigger: drawing.trigger.on,
          about: subject ? JSON.stringify(subject.title) : null,
        })
        .where('id', '=', id)
        .execute();
      if (at === SEEDS.length - 1)
        await trxAny(trx)
          .insertInto('automationRun')
          .values(pastRuns(context, id, seed.name[lang]))
          .execute();
    });
    if (seed.isOn) await maker.move('automation', id, 'turnOn');
  }
}
