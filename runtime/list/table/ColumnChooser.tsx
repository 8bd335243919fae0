import { Button, Checkbox, Popover, Select } from 'antd';
import type { EntityDefinition } from '../../../generated/definition.ts';
import { useT, useText } from '../../i18n/index.ts';
import { Icon } from '../../theme/Icon.tsx';
import { column_names, list_field } from '../fields.ts';
import {
  type ListLayout,
  layout_move,
  layout_order,
  layout_pin,
  layout_show,
  layout_step,
  lead_column,
  type Pin,
  pin_of,
} from './layout.ts';
import { useDragOrder } from './useDragOrder.ts';

interface Props {
  entity: EntityDefinition;
  layout: ListLayout;
  custom: boolean;
  onChange(layout: ListLayout | null): void;
}

/** Which columns, in which order, and which of them stay in sight. */
export function ColumnChooser(props: Props) {
  const t = useT();
  return (
    <Popover trigger="click" placement="bottomRight" destroyOnHidden content={<Columns {...props} />}>
      <Button icon={<Icon name="table" />} aria-haspopup="dialog">
        {t('list.columns')}
      </Button>
    </Popover>
  );
}

function Columns({ entity, layout, custom, onChange }: Props) {
  const t = useT();
  const text = useText();
  const lead = lead_column(entity);
  const shown = layout_order(entity, layout);
  const hidden = column_names(entity).filter((name) => !layout.shown.includes(name));
  const { drag, begin } = useDragOrder('y', (name, target, side) =>
    onChange(layout_move(entity, layout, name, target, side)),
  );
  const title = (name: string) => text(list_field(entity, name).title ?? { zh: name, en: name });
  return (
    <div className="wd-list-popover wd-columns">
      <ul data-drag-scope>
        {shown.map((name) => (
          <li
            key={name}
            data-drag={name}
            data-landing={drag?.target === name && drag.name !== name ? drag.side : undefined}
            data-moving={drag?.name === name || undefined}
          >
            <button
              type="button"
              className="wd-columns-grip"
              disabled={name === lead}
              aria-label={t('list.columnMove', { title: title(name) })}
              aria-keyshortcuts="ArrowUp ArrowDown"
              title={t('list.columnMoveHelp')}
              onPointerDown={(event) => begin(event, name)}
              onKeyDown={(event) => {
                if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
                event.preventDefault();
                onChange(layout_step(entity, layout, name, event.key === 'ArrowUp' ? -1 : 1));
              }}
            >
              <Icon name="drag" />
            </button>
            <Checkbox
              checked
              disabled={name === lead}
              onChange={() => onChange(layout_show(entity, layout, name, false))}
            >
              {title(name)}
            </Checkbox>
            {name !== lead && (
              <Select<Pin | 'none'>
                size="small"
                variant="borderless"
                aria-label={t('list.columnPin', { title: title(name) })}
                popupMatchSelectWidth={false}
                value={pin_of(layout, name) ?? 'none'}
                options={[
                  { value: 'none', label: t('list.pinNone') },
                  { value: 'start', label: t('list.pinStart') },
                  { value: 'end', label: t('list.pinEnd') },
                ]}
                onChange={(pin) => onChange(layout_pin(entity, layout, name, pin === 'none' ? null : pin))}
              />
            )}
          </li>
        ))}
        {hidden.map((name) => (
          <li key={name}>
            <span className="wd-columns-grip" />
            <Checkbox checked={false} onChange={() => onChange(layout_show(entity, layout, name, true))}>
              {title(name)}
            </Checkbox>
          </li>
        ))}
      </ul>
      <Button size="small" disabled={!custom} onClick={() => onChange(null)}>
        {t('list.columnsReset')}
      </Button>
    </div>
  );
}
