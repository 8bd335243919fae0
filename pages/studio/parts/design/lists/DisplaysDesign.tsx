import { Button, Select } from 'antd';
import type { EntityDefinition } from '../../../../../generated/definition.ts';
import { useT, useText } from '../../../../../runtime/kit/i18n/index.ts';
import { Icon } from '../../../../../runtime/kit/theme/Icon.tsx';
import { listField } from '../../../../../runtime/record/query/fields.ts';
import { useDesign } from '../designContext.ts';
import texts from '../texts.json';
import {
  addDisplay,
  changeDisplay,
  fieldsFitting,
  fieldsOfDisplay,
  listOfferedDisplays,
  removeDisplay,
} from './listChanges.ts';

/** Edits the displays of a list besides its table. It offers those for which the entity has the fields. */
export function DisplaysDesign({ onEntity }: { onEntity(entity: EntityDefinition): void }) {
  const t = useT(texts);
  const text = useText();
  const { whole, readOnly } = useDesign();
  const titleOf = (name: string) => text(listField(whole, name).title ?? { zh: name, en: name });
  return (
    <section aria-label={t('design.displays')}>
      <h3>{t('design.displays')}</h3>
      <ul className="wd-design-displays">
        {(whole.list.displays ?? []).map((display, at) => {
          const title = t(`design.display.${display.as}`);
          return (
            <li key={display.as}>
              <b>{title}</b>
              {fieldsOfDisplay(display.as).map(([use, needed]) => (
                <Select
                  key={use}
                  aria-label={`${title} ${t(`design.display.${use}`)}`}
                  placeholder={t(`design.display.${use}`)}
                  allowClear={!needed}
                  disabled={readOnly}
                  popupMatchSelectWidth={false}
                  value={display[use]}
                  options={fieldsFitting(whole, use).map((value) => ({ value, label: titleOf(value) }))}
                  onChange={(name?: string) => onEntity(changeDisplay(whole, at, use, name))}
                />
              ))}
              {!readOnly && (
                <Button
                  type="text"
                  icon={<Icon name="delete" />}
                  aria-label={t('design.removeOf', { title })}
                  onClick={() => onEntity(removeDisplay(whole, at))}
                />
              )}
            </li>
          );
        })}
      </ul>
      {!readOnly && (
        <span className="wd-design-add">
          {listOfferedDisplays(whole).map((as) => (
            <Button
              key={as}
              size="small"
              icon={<Icon name="plus" />}
              onClick={() => onEntity(addDisplay(whole, as))}
            >
              {t(`design.display.${as}`)}
            </Button>
          ))}
        </span>
      )}
    </section>
  );
}
