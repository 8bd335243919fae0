import { describe, expect, it } from 'vitest';
import type { EntityDefinition, Field } from '../../../../generated/definition.ts';
import { removeField } from '../../../../pages/studio/parts/design/fields/fields.ts';
import {
  addRule,
  changeRule,
  readRule,
  rulesOf,
  sayRule,
  warnRule,
} from '../../../../pages/studio/parts/design/rules/rules.ts';
import { orderWith } from './order.ts';

const day = (zh: string, en: string): Field => ({ type: 'string', format: 'date', title: { zh, en } });
const order: EntityDefinition = orderWith({
  ordered: day('下单日期', 'Ordered on'),
  due: day('交期', 'Due'),
  total: { type: 'string', format: 'money', title: { zh: '合计', en: 'Total' } },
  urgency: {
    type: 'string',
    title: { zh: '紧急程度', en: 'Urgency' },
    'x-options': [{ value: 'high', title: { zh: '高', en: 'High' } }],
  },
});
const begun = addRule(order)!;
const [first] = rulesOf(begun);

describe('rules across fields', () => {
  it('begin with the first two comparable fields, with a sentence in both languages', () => {
    expect(first).toEqual({
      check: { '<=': [{ var: 'ordered' }, { var: 'due' }] },
      at: 'ordered',
      text: { zh: '下单日期不能晚于交期', en: 'Ordered on must not be after Due' },
    });
    expect(addRule({ ...order, schema: { type: 'object', properties: {} } })).toBeNull();
  });

  it('offer comparable fields; the sentence follows until it is edited', () => {
    const amount = changeRule(begun, 0, { left: 'total' });
    expect(rulesOf(amount)[0]).toMatchObject({ check: { '<=': [{ var: 'total' }, 0] }, at: 'total' });
    const most = changeRule(amount, 0, { right: { value: 5000 } });
    expect(rulesOf(most)[0]?.text).toEqual({ zh: '合计不能大于5000', en: 'Total must not be above 5000' });
    const titled = sayRule(begun, 0, { zh: '太晚', en: 'Too late' });
    expect(rulesOf(changeRule(titled, 0, { compare: '<' }))[0]?.text.en).toBe('Too late');
    const choice = changeRule(begun, 0, { left: 'urgency' });
    expect(rulesOf(choice)[0]).toMatchObject({
      check: { '==': [{ var: 'urgency' }, 'high'] },
      text: { zh: '紧急程度必须等于高' },
    });
    expect(rulesOf(changeRule(begun, 0, { right: 'today' }))[0]).toMatchObject({
      check: { '<=': [{ var: 'ordered' }, { var: '$context.today' }] },
      text: { en: 'Ordered on must not be after today' },
    });
  });

  it('are kept unchanged if no picker can show them', () => {
    expect(readRule({ check: { or: [{ var: 'a' }, { var: 'b' }] } })).toBeNull();
    expect(readRule({ check: { '<': [{ var: 'a' }, { '+': [{ var: 'b' }, 1] }] } })).toBeNull();
  });

  it('may be warnings, and are removed with a field that they name', () => {
    expect(rulesOf(warnRule(begun, 0, true))[0]?.warn).toBe(true);
    expect(rulesOf(warnRule(warnRule(begun, 0, true), 0, false))[0]).toEqual(first);
    expect(rulesOf(removeField(begun, 'due'))).toEqual([]);
    expect(rulesOf(removeField(begun, 'total'))).toEqual([first]);
  });
});
