import type { Field } from '../../../generated/definition.ts';
import { auditNote } from '../../core/text/auditWords.ts';
import { ShownValue } from '../../form/shown/ShownValue.tsx';
import { useT, useText } from '../../kit/i18n/index.ts';
import { Icon } from '../../kit/theme/Icon.tsx';
import type { FieldChange, RecordRef } from '../calls/recordCalls.ts';
import { listField } from '../query/fields.ts';

const ARROW_SIZE = 14;

interface Props {
  entity: RecordRef['entity'];
  changes: readonly FieldChange[];
  /** For a created or deleted record, the only side to show. */
  side?: 'before' | 'after';
  /** Fields of the transition's form that are no fields of the record. */
  form?: Readonly<Record<string, Field>>;
}

const FORM = 'form.';

/** Shows changes by field, with titles and formatted values. */
export function Changes({ entity, changes, side, form = {} }: Props) {
  const t = useT();
  const text = useText();
  return (
    <dl className="wd-changes">
      {changes.map(({ field: name, before, after, hidden }) => {
        const formField = name.startsWith(FORM) ? name.slice(FORM.length) : null;
        const field =
          (formField !== null && form[formField]) ||
          (entity.schema.properties?.[name] ?? auditNote(name) ?? listField(entity, name));
        const shown = formField === null ? side : 'after';
        return (
          <div key={name}>
            <dt>{field.title ? text(field.title) : name}</dt>
            {hidden ? (
              <dd className="wd-changes-hidden">{t('record.hidden')}</dd>
            ) : (
              <dd>
                {shown !== 'after' && (
                  <span
                    className="wd-changes-before"
                    data-struck={!shown && before !== null && before !== ''}
                  >
                    <span className="wd-hidden">{t('record.before')} </span>
                    <ShownValue field={field} value={before} />
                  </span>
                )}
                {!shown && (
                  <span className="wd-changes-arrow">
                    <Icon name="chevron" size={ARROW_SIZE} />
                  </span>
                )}
                {shown !== 'before' && (
                  <span className="wd-changes-after">
                    <span className="wd-hidden">{t('record.after')} </span>
                    <ShownValue field={field} value={after} />
                  </span>
                )}
              </dd>
            )}
          </div>
        );
      })}
    </dl>
  );
}
