/** Forms of other authors. Words that no definition of the project uses must still work. */
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { fieldTypes } from '../../../../generated/fieldTypes/index.ts';
import { FieldTemplate } from '../../../../runtime/form/skin/FieldTemplate.tsx';
import { fieldOptions } from '../../../../runtime/form/values/options.ts';
import { problemsOf, text } from '../../codegen/rackWith.ts';

describe('a form of another author', () => {
  it('supports a choice among objects, which a definition may not offer', () => {
    const [option] = fieldOptions({ enum: [{ name: 'Wuxi' }] as never }, {}, 'en') ?? [];
    expect(option?.label).toBe('{"name":"Wuxi"}');
    const [problem] = problemsOf('/schema/properties/extra', { type: 'string', title: text, enum: [{}] });
    expect(problem?.pointer).toBe('/schema/properties/extra/enum/0');
  });

  it('accepts a time of day with seconds', () => {
    const fits = (time: string) => fieldTypes.time?.pattern?.test(time);
    expect(['10:00', '10:00:00', '24:00', '10:00:60'].map(fits)).toEqual([true, true, false, false]);
  });

  it('names a referenced object once', () => {
    const props = { id: 'form.address', label: 'Address', hidden: false, uiSchema: { 'ui:widget': 'text' } };
    const drawn = (schema: object) =>
      renderToStaticMarkup(
        <FieldTemplate {...({ ...props, schema } as unknown as Parameters<typeof FieldTemplate>[0])}>
          <fieldset>
            <legend>Address</legend>
          </fieldset>
        </FieldTemplate>,
      );
    expect(drawn({ type: 'object', properties: {} }).match(/Address/g)).toHaveLength(1);
    expect(drawn({ type: 'string' }).match(/Address/g)).toHaveLength(2);
  });
});
