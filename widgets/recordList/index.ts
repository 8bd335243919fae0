import '../../runtime/core/definitions/allEntities.ts';
import type { RecordListConfig } from '../../generated/types.ts';
import { recordsTitle } from '../../runtime/board/records/questionTitle.ts';
import { textIn } from '../../runtime/board/widget/textIn.ts';
import type { WidgetModule } from '../../runtime/board/widget/widget.ts';
import { entityRegistry } from '../../runtime/core/definitions/entities.ts';
import { RecordList } from './RecordList.tsx';
import { recordListNeeds } from './records.ts';

const KEY = 'sample';
const DAY_MS = 86_400_000;

export default {
  type: 'recordList',
  Component: RecordList,
  needs: recordListNeeds,
  migrations: {},
  lacks: ({ question = {} }) => (entityRegistry.get(question.entity ?? '') ? null : 'settings'),
  titleBy: ({ question = {} }, lang) => recordsTitle(question.entity, lang),
  sample: ({ now, lang }) => {
    const text = textIn(lang);
    const customer = (id: number, name: string, state: string, creditLimit: string) => ({
      ...{ id, version: 1, name, state, creditLimit },
      createdAt: new Date(now - id * DAY_MS).toISOString(),
    });
    const records = [
      customer(1, text('东港能源', 'Harbour Energy'), 'deal', '1200000.00'),
      customer(2, text('北山纸业', 'North Hill Paper'), 'developing', '300000.00'),
      customer(3, text('青田矿业', 'Greenfield Quarry'), 'repeatDeal', '850000.00'),
    ];
    return {
      config: {
        name: text('业务列表', 'List of records'),
        question: { entity: 'customer', columns: ['name', 'state', 'creditLimit', 'createdAt'] },
      },
      results: [{ key: KEY, ok: true, data: { records, total: 7 } }],
    };
  },
  empty: () => [{ key: KEY, ok: true, data: { records: [], total: 0 } }],
} satisfies WidgetModule<RecordListConfig>;
