import { Button } from 'antd';
import { useMemo } from 'react';
import type { Condition, EntityDefinition, Field } from '../../../../../generated/definition.ts';
import type { Entity } from '../../../../../runtime/core/definitions/entities.ts';
import { useT } from '../../../../../runtime/kit/i18n/index.ts';
import { Icon } from '../../../../../runtime/kit/theme/Icon.tsx';
import { ConditionField } from '../../../../../runtime/record/filter/ConditionField.tsx';
import { changePart, type Part, partOf } from '../changes.ts';
import { useDesign } from '../designContext.ts';
import { fieldsOf } from '../entityDoc.ts';
import { HowMany } from '../HowMany.tsx';
import { fieldPointer } from '../places.ts';
import texts from '../texts.json';

/**
 * Returns the field with this condition of its visibility, or without a condition. A hidden field loses its
 * value.
 */
function withCondition(field: Field, when: Condition | null): Field {
  const { 'x-visible': _, 'x-clearWhenHidden': _clear, ...rest } = field;
  return when ? { ...rest, 'x-visible': when, 'x-clearWhenHidden': true } : rest;
}

/** Asks when a field is shown, with pickers over the other fields. */
export function ShownWhen({ part, name }: { part: Part; name: string }) {
  const t = useT(texts);
  const { whole, readOnly, onChange } = useDesign();
  const entity = partOf(whole, part) ?? whole;
  const when = fieldsOf(entity)[name]?.['x-visible'];
  const others = useMemo(() => withoutField(entity, name), [entity, name]);
  const write = (next: Condition | null) =>
    onChange(
      changePart(whole, part, (one) => ({
        ...one,
        schema: {
          ...one.schema,
          properties: { ...fieldsOf(one), [name]: withCondition(fieldsOf(one)[name] ?? {}, next) },
        },
      })),
    );
  if (readOnly && !when) return null;
  return (
    <fieldset className="wd-design-when" disabled={readOnly}>
      <legend>{t('design.shownWhen')}</legend>
      {when ? (
        <>
          <ConditionField entity={others} when={when} onChange={write} />
          <HowMany pointer={`${fieldPointer(part, name)}/x-visible`} />
          <Button size="small" onClick={() => write(null)}>
            {t('design.shownAlways')}
          </Button>
        </>
      ) : (
        <Button size="small" icon={<Icon name="plus" />} onClick={() => write({})}>
          {t('design.shownOnly')}
        </Button>
      )}
    </fieldset>
  );
}

/**
 * Returns the entity without a field, because a condition reads the other fields. A draft has neither compiled rules
 * nor calls, and choosing fields needs none.
 */
function withoutField(entity: EntityDefinition, name: string): Entity {
  const { [name]: _, ...properties } = fieldsOf(entity);
  const columns = entity.list.columns.filter((column) => column !== name);
  return {
    ...entity,
    schema: { ...entity.schema, properties },
    list: { ...entity.list, columns },
    pure: {},
    forms: {},
  };
}
