import { Checkbox, Segmented, Select } from 'antd';
import type { PointerEvent } from 'react';
import type { EntityDefinition } from '../../../../../generated/definition.ts';
import { useT, useText } from '../../../../../runtime/kit/i18n/index.ts';
import { useDragOrder } from '../../../../../runtime/list/table/useDragOrder.ts';
import { listField } from '../../../../../runtime/record/query/fields.ts';
import { useDesign } from '../designContext.ts';
import { Grip } from '../Grip.tsx';
import texts from '../texts.json';
import { DisplaysDesign } from './DisplaysDesign.tsx';
import {
  fits,
  isUsed,
  markField,
  namesListed,
  placeColumn,
  sortBy,
  stepColumn,
  USES,
} from './listChanges.ts';

/** Edits the list, a line for each field. The user orders columns by dragging or by key. */
export function ListDesign() {
  const t = useT(texts);
  const { whole, readOnly, onChange } = useDesign();
  const change = (entity: EntityDefinition) => onChange({ ...whole, ...entity });
  const { drag, begin } = useDragOrder('y', (name, target, side) =>
    change(placeColumn(whole, name, target, side)),
  );
  const names = namesListed(whole);
  return (
    <div className="wd-design">
      <section aria-label={t('design.columns')}>
        <h3>{t('design.columns')}</h3>
        <p className="wd-design-uses" aria-hidden>
          {USES.map((use) => (
            <span key={use}>{t(`design.use.${use}`)}</span>
          ))}
        </p>
        <ol className="wd-design-list" data-drag-scope>
          {names.map((name) => {
            const isColumn = isUsed(whole, name, 'columns');
            return (
              <li
                key={name}
                data-drag={isColumn ? name : undefined}
                data-landing={drag?.target === name && drag.name !== name ? drag.side : undefined}
                data-moving={drag?.name === name || undefined}
              >
                <ListRow
                  name={name}
                  onEntity={change}
                  onGrip={(event) => begin(event, name)}
                  onStep={(by) => change(stepColumn(whole, name, by))}
                />
              </li>
            );
          })}
        </ol>
      </section>
      <SortDesign names={names} readOnly={readOnly} onEntity={change} />
      <DisplaysDesign onEntity={change} />
    </div>
  );
}

interface RowProps {
  name: string;
  onEntity(entity: EntityDefinition): void;
  onGrip(event: PointerEvent<HTMLElement>): void;
  onStep(by: -1 | 1): void;
}

function ListRow({ name, onEntity, onGrip, onStep }: RowProps) {
  const t = useT(texts);
  const text = useText();
  const { whole, readOnly } = useDesign();
  const title = text(listField(whole, name).title ?? { zh: name, en: name });
  const isColumn = isUsed(whole, name, 'columns');
  return (
    <fieldset aria-label={title}>
      <Grip axis="y" disabled={readOnly || !isColumn} {...{ title, onGrip, onStep }} />
      <b>{title}</b>
      {USES.map((use) => (
        <span key={use}>
          {fits(whole, name, use) && (
            <Checkbox
              aria-label={t(`design.use.${use}`)}
              checked={isUsed(whole, name, use)}
              disabled={readOnly || (use === 'columns' && isColumn && whole.list.columns.length === 1)}
              onChange={({ target }) => onEntity(markField(whole, name, use, target.checked))}
            />
          )}
        </span>
      ))}
    </fieldset>
  );
}

interface SortProps {
  names: readonly string[];
  readOnly: boolean;
  onEntity(entity: EntityDefinition): void;
}

function SortDesign({ names, readOnly, onEntity }: SortProps) {
  const t = useT(texts);
  const text = useText();
  const { whole } = useDesign();
  const [first] = whole.list.sort ?? [];
  const titleOf = (name: string) => text(listField(whole, name).title ?? { zh: name, en: name });
  return (
    <section aria-label={t('design.sort')}>
      <h3>{t('design.sort')}</h3>
      <span className="wd-design-add">
        <Select
          aria-label={t('design.sortBy')}
          placeholder={t('design.sortMade')}
          allowClear
          disabled={readOnly}
          popupMatchSelectWidth={false}
          value={first?.field}
          options={names.map((value) => ({ value, label: titleOf(value) }))}
          onChange={(field?: string) => onEntity(sortBy(whole, field ?? null, first?.order ?? 'desc'))}
        />
        {first && (
          <Segmented
            aria-label={t('design.order')}
            disabled={readOnly}
            value={first.order}
            options={(['asc', 'desc'] as const).map((value) => ({
              value,
              label: t(`design.order.${value}`),
            }))}
            onChange={(order) => onEntity(sortBy(whole, first.field, order))}
          />
        )}
      </span>
    </section>
  );
}
