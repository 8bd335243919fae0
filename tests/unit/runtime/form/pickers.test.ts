import { describe, expect, it } from 'vitest';
import type { Field } from '../../../../generated/definition.ts';
import { gridStep } from '../../../../runtime/form/controls/amount/gridStep.ts';
import { uploadProblem } from '../../../../runtime/form/controls/files/uploadRules.ts';
import { chooseControl } from '../../../../runtime/form/model/control.ts';
import type { FieldOption } from '../../../../runtime/form/values/options.ts';

describe('the icon grid (W031)', () => {
  it('moves by row and column within the grid', () => {
    expect(gridStep('ArrowRight', 0, 20)).toBe(1);
    expect(gridStep('ArrowDown', 1, 20)).toBe(9);
    expect(gridStep('ArrowDown', 15, 20)).toBe(19);
    expect(gridStep('ArrowUp', 3, 20)).toBe(0);
    expect(gridStep('End', 3, 20)).toBe(19);
    expect(gridStep('a', 3, 20)).toBeNull();
  });
});

describe('a picture (V044–V046)', () => {
  const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0]);
  const check = (name: string, content: BlobPart) => uploadProblem(new File([content], name), 'image');

  it('is checked by its extension and its first bytes', async () => {
    expect(await check('a.PNG', png)).toBeNull();
    expect(await check('a.gif', png)).toEqual({ key: 'form.imageOnly' });
    expect(await check('a.png', '<svg onload=alert(1)>')).toEqual({ key: 'form.imageOnly' });
  });

  it('needs a name of at most 200 characters', async () => {
    expect(await check(`${'a'.repeat(197)}.png`, png)).toMatchObject({ key: 'form.fileNameTooLong' });
    expect(await check(`${'a'.repeat(196)}.png`, png)).toBeNull();
  });
});

describe('chooseControl', () => {
  const option = (label: string): FieldOption => ({ value: label, label, disabled: false });
  const field: Field = { type: 'string', default: 'a' };
  const OPTIONAL = { required: false, isCell: false };

  it('shows a few short options as buttons, others as a list', () => {
    expect(chooseControl(field, ['A', 'B', 'C'].map(option), OPTIONAL)).toBe('segmented');
    expect(chooseControl(field, ['A', 'B', 'C', 'D', 'E'].map(option), OPTIONAL)).toBe('select');
    expect(
      chooseControl(field, ['Foreign-invested (Europe)', 'Foreign-invested (Asia)'].map(option), OPTIONAL),
    ).toBe('select');
    expect(chooseControl(field, ['差值与平均值一起', '平均值与最大值一起'].map(option), OPTIONAL)).toBe(
      'select',
    );
  });

  it('shows buttons in a table only if they fit the cell', () => {
    const choose = (labels: string[]) =>
      chooseControl(field, labels.map(option), { ...OPTIONAL, isCell: true });
    expect(choose(['Yes', 'No'])).toBe('segmented');
    expect(choose(['Number', 'Boolean', 'Text'])).toBe('select');
    expect(choose(['ABCD', 'CDAB', 'BADC', 'DCBA'])).toBe('select');
  });

  it('lets a field without default be cleared again', () => {
    expect(chooseControl({ type: 'string' }, ['A', 'B'].map(option), OPTIONAL)).toBe('select');
    expect(chooseControl({ type: 'string' }, ['A', 'B'].map(option), { ...OPTIONAL, required: true })).toBe(
      'segmented',
    );
  });

  it('uses several lines for long texts and one control for pairs of days', () => {
    expect(chooseControl({ type: 'string', maxLength: 500 }, null, OPTIONAL)).toBe('textarea');
    const days: Field = { type: 'array', maxItems: 2, items: { type: 'string', format: 'date' } };
    expect(chooseControl(days, null, OPTIONAL)).toBe('dateRange');
    expect(chooseControl({ type: 'array', items: { type: 'object' } }, null, OPTIONAL)).toBeNull();
  });
});
