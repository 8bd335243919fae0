import { describe, expect, it } from 'vitest';
import type { Field } from '../../../../generated/definition.ts';
import { dictionaries } from '../../../../generated/dictionaries.ts';
import { entities } from '../../../../generated/entities.ts';
import { widgetForms } from '../../../../generated/widgetForms.ts';
import { widgets } from '../../../../generated/widgets.ts';
import { type BuildInput, buildForm } from '../../../../runtime/form/model/build.ts';
import { share } from '../../../../runtime/form/values/structuralSharing.ts';

const keyData = widgets.keyData;
const input = (value: Record<string, unknown>, more: Partial<BuildInput> = {}): BuildInput => ({
  lang: 'en',
  value,
  context: {},
  dictionaries,
  ...more,
});
const build = (value: Record<string, unknown>, more?: Partial<BuildInput>) =>
  buildForm(keyData.config, widgetForms.keyData, input(value, { ui: keyData.ui, ...more })).uiSchema;

describe('buildForm', () => {
  it('keeps the schema unchanged, so that the compiled validator accepts it', () => {
    const { schema } = buildForm(keyData.config, widgetForms.keyData, input({}));
    expect(schema).toBe(widgetForms.keyData);
  });

  it('shows titles, help, sections and options in the language', () => {
    expect(build({}, { lang: 'zh' }).titleName).toMatchObject({
      'ui:title': '组件标题',
      'ui:description': '显示在组件上方；留空则不显示标题行。',
    });
    expect(build({}).dataType['ui:enumNames']).toEqual(['Text', 'Station information', 'Device data']);
    expect(build({})['ui:sections'][0]).toEqual({
      title: 'Content',
      fields: ['titleName', 'name', 'icon', 'rightIcon'],
    });
  });

  it('locks write-once fields only after the record is saved', () => {
    const { station } = entities;
    const sn = (context: Record<string, unknown>) =>
      buildForm(station.schema, station.pure, input({ sn: 'ST-01' }, { context })).uiSchema.sn;
    expect(sn({ saved: true })['ui:disabled']).toBe(true);
    expect(sn({})['ui:disabled']).toBeUndefined();
  });

  it('hides fields by their condition', () => {
    expect(build({ dataType: 'text' }).stationValue).toEqual({ 'ui:widget': 'hidden' });
    expect(build({ dataType: 'station_info' }).stationValue['ui:widget']).toBe('select');
  });

  it('disables the calculation method in real time (V055) and shows disabled options', () => {
    const realTime = build({ dataType: 'device_data', calcInterval: 'real_time' });
    expect(realTime.calcMethod['ui:disabled']).toBe(true);
    expect(realTime.calcInterval['ui:enumDisabled']).toEqual(['current_year']);
    expect(build({ dataType: 'device_data', calcInterval: 'DAY' }).calcMethod).not.toHaveProperty(
      'ui:disabled',
    );
  });

  it('disables options for a period as long as no period is chosen', () => {
    const locked = (value: Record<string, unknown>) =>
      ['range', 'compare'].map((name) => build(value)[name]['ui:disabled'] === true);
    expect(locked({ dataType: 'device_data', calcInterval: 'real_time' })).toEqual([true, true]);
    expect(locked({ dataType: 'text', calcInterval: 'DAY' })).toEqual([true, true]);
    expect(locked({ dataType: 'device_data', calcInterval: 'DAY' })).toEqual([false, false]);
    const { config } = widgets.multiKeyData;
    const many = (...intervals: string[]) => {
      const multiKeyData = intervals.map((calcInterval) => ({ calcInterval }));
      return (
        buildForm(config, widgetForms.multiKeyData, input({ multiKeyData })).uiSchema.compare[
          'ui:disabled'
        ] === true
      );
    };
    expect([many(), many('real_time'), many('real_time', 'current_month')]).toEqual([true, true, false]);
  });

  it('disables the chain selector of a historical record (V052)', () => {
    const { config } = widgets.singleData;
    const historical = buildForm(
      config,
      widgetForms.singleData,
      input({}, { context: { historical: true } }),
    ).uiSchema;
    expect(historical.chainType['ui:disabled']).toBe(true);
    expect(buildForm(config, widgetForms.singleData, input({})).uiSchema.chainType).not.toHaveProperty(
      'ui:disabled',
    );
  });

  it('builds each item of a list from its own values', () => {
    const field: Field = {
      type: 'object',
      properties: {
        rows: {
          type: 'array',
          title: { zh: '行', en: 'Rows' },
          items: {
            type: 'object',
            properties: {
              on: { type: 'boolean' },
              why: { type: 'string', 'x-visible': { required: ['on'] } },
            },
          },
        },
      },
    };
    const { rows } = buildForm(field, {}, input({})).uiSchema;
    expect(rows.items({}).why).toEqual({ 'ui:widget': 'hidden' });
    expect(rows.items({ on: true }).why['ui:widget']).toBe('text');
  });

  it('shows fields of the server only in a read-only form', () => {
    const { schema, pure } = entities.station;
    expect(buildForm(schema, pure, input({})).uiSchema.simulated).toEqual({ 'ui:widget': 'hidden' });
    expect(buildForm(schema, pure, input({}, { readOnly: true })).uiSchema.simulated['ui:widget']).toBe(
      'shown',
    );
  });

  it('chooses controls by reference, list, format and length', () => {
    const { uiSchema } = buildForm(entities.station.schema, entities.station.pure, input({}));
    expect(uiSchema.initialTime['ui:widget']).toBe('date');
    expect(uiSchema.timeZone['ui:widget']).toBe('timezone');
    expect(uiSchema.capacity).toMatchObject({ 'ui:widget': 'number', 'ui:unit': 'kWh' });
    expect(uiSchema.voltageClass['ui:widget']).toBe('select');
    expect(uiSchema.customerId['ui:ref']).toEqual({ entity: 'customer', key: 'id' });
  });
});

describe('share', () => {
  it('keeps the objects of fields that a keystroke did not change', () => {
    const before = build({ dataType: 'text', name: 'a' });
    const after = build({ dataType: 'text', name: 'ab' });
    expect(share(before, after)).toBe(before);
    const switched = share(before, build({ dataType: 'station_info' })) as typeof before;
    expect(switched).not.toBe(before);
    expect(switched.name).toBe(before.name);
  });

  it('uses new functions when other values changed', () => {
    const [one, two] = [() => 1, () => 2];
    expect(share({ items: one, rules: 1 }, { items: two, rules: 1 })).toHaveProperty('items', one);
    expect(share({ items: one, rules: 1 }, { items: two, rules: 2 })).toHaveProperty('items', two);
  });
});
