import { describe, expect, it } from 'vitest';
import { addField, addLines, changePart } from '../../../../pages/studio/parts/design/changes.ts';
import { type EntityDocument, fieldsOf } from '../../../../pages/studio/parts/design/entityDoc.ts';
import { readField, writeField } from '../../../../pages/studio/parts/design/fields/fields.ts';
import { fieldMistakes, stateMistakes } from '../../../../pages/studio/parts/design/mistakes.ts';
import {
  addState,
  addStates,
  movesOf,
  removeMove,
} from '../../../../pages/studio/parts/design/states/states.ts';

const order: EntityDocument = {
  name: 'sparePartOrder',
  title: { zh: '备件订单', en: 'Spare part order' },
  label: 'name',
  schema: {
    type: 'object',
    properties: { name: { type: 'string', title: { zh: '名称', en: 'Name' }, maxLength: 100 } },
    required: ['name'],
  },
  list: { columns: ['name'] },
  api: { base: '/manager/sparePartOrder' },
};
const mistakes = (whole: EntityDocument, name: string, isFixed = false) =>
  fieldMistakes(whole, 'record', name, isFixed).map(({ text }) => text.en);

const titled = (whole: EntityDocument, name: string, titleZh: string, titleEn: string): EntityDocument =>
  writeField(whole, name, { ...readField(whole, name), titleZh, titleEn });

describe('the mistakes of a field', () => {
  it('are empty if all is correct', () => {
    expect(mistakes(order, 'name')).toEqual([]);
  });

  it('are choices without entries', () => {
    const { document } = addField(order, 'record', 'options', null);
    expect(mistakes(document, 'choice')).toEqual([]);
    const empty = writeField(document, 'choice', { ...readField(document, 'choice'), choices: 'One' });
    expect(mistakes(empty, 'choice')[0]).toContain('at least two choices');
  });

  it('include requiring a hidden field, which is corrected by requiring it only when shown', () => {
    const when = { required: ['remark'] };
    const hidden: EntityDocument = {
      ...order,
      schema: {
        ...order.schema,
        properties: { name: { ...fieldsOf(order).name, 'x-visible': when } },
      },
    };
    const [mistake] = fieldMistakes(hidden, 'record', 'name', false);
    const mended = mistake!.remedy!.mend(hidden);
    expect(mended.schema.required).toBeUndefined();
    expect(fieldsOf(mended).name).toMatchObject({ 'x-visible': when, 'x-required': when });
    expect(mistakes(mended, 'name')).toEqual([]);
  });

  it('include adding up a text, which becomes money', () => {
    const whole = addField(addLines(order), 'record', 'total', null).document;
    const summed = writeField(whole, 'total', {
      ...readField(whole, 'total'),
      lines: 'lines',
      figure: 'sum',
      added: 'item',
    });
    const [mistake] = fieldMistakes(summed, 'record', 'total', false);
    expect(mistake?.text.en).toContain('cannot be added up');
    const mended = mistake!.remedy!.mend(summed);
    expect(fieldsOf(mended.lines![0]!).item).toMatchObject({ format: 'money' });
    expect(fieldsOf(mended).total).toMatchObject({ format: 'money' });
    expect(mistakes(mended, 'total')).toEqual([]);
  });

  it('include a formula without figures', () => {
    expect(mistakes(addField(order, 'record', 'formula', null).document, 'formula')[0]).toContain(
      'two fields',
    );
  });

  it('include a text that should be a reference, unless the table has the field', () => {
    const device = titled(addField(order, 'record', 'text', null).document, 'text', '设备', 'Device');
    const [mistake] = fieldMistakes(device, 'record', 'text', false);
    expect(fieldsOf(mistake!.remedy!.mend(device)).text).toMatchObject({ 'x-ref': 'device' });
    expect(mistakes(device, 'text', true)).toEqual([]);
  });

  it('include a title only in Chinese', () => {
    const chinese = titled(order, 'name', '单名', '单名');
    expect(mistakes(chinese, 'name')).toEqual(['It has no English title: the Chinese one is shown']);
    expect(
      fieldMistakes(
        changePart(chinese, 'record', (one) => one),
        0,
        'name',
        false,
      ),
    ).toEqual([]);
  });
});

describe('the mistakes of a state', () => {
  const begun: EntityDocument = { ...order, ...addStates(order) };

  it('include an unreachable state, and a first state without an exit', () => {
    expect([stateMistakes(begun, 'draft'), stateMistakes(begun, 'done')]).toEqual([[], []]);
    const more: EntityDocument = { ...begun, ...addState(begun) };
    const [lost] = stateMistakes(more, 'state3');
    expect(lost?.text.en).toBe('No button leads to “State 3”');
    expect(movesOf(lost!.remedy!.mend(more))[1]).toMatchObject({ from: ['draft'], to: 'state3' });

    const stuck: EntityDocument = { ...begun, ...removeMove(begun, 0) };
    const [mistake] = stateMistakes(stuck, 'draft');
    expect(mistake?.text.en).toBe('Records would stay in “Draft”');
    expect(stateMistakes(mistake!.remedy!.mend(stuck), 'draft')).toEqual([]);
  });
});
