import { Button, Checkbox, Popover, Select } from 'antd';
import type { EntityDefinition } from '../../../generated/definition.ts';
import { statisticRegistry } from '../../core/definitions/statistics.ts';
import { useT, useText } from '../../kit/i18n/index.ts';
import { useSession } from '../../kit/session/session.ts';
import { Icon } from '../../kit/theme/Icon.tsx';
import { columnNames, listField } from '../../record/query/fields.ts';
import {
  type ListLayout,
  layoutStep,
  leadColumn,
  listFigureNames,
  moveLayout,
  orderLayout,
  type Pin,
  pinLayout,
  pinOf,
  showLayout,
  toggleFigure,
} from './columnLayout.ts';
import { useDragOrder } from './useDragOrder.ts';

interface Props {
  entity: EntityDefinition;
  layout: ListLayout;
  custom: boolean;
  onChange(layout: ListLayout | null): void;
}

/** Lets the user choose the columns, their order, and the pinned ones. */
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
  const lead = leadColumn(entity);
  const shown = orderLayout(entity, layout);
  const hidden = columnNames(entity).filter((name) => !layout.shown.includes(name));
  const { drag, begin } = useDragOrder('y', (name, target, side) =>
    onChange(moveLayout(entity, layout, name, target, side)),
  );
  const title = (name: string) => text(listField(entity, name).title ?? { zh: name, en: name });
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
                onChange(layoutStep(entity, layout, name, event.key === 'ArrowUp' ? -1 : 1));
              }}
            >
              <Icon name="drag" />
            </button>
            <Checkbox
              checked
              disabled={name === lead}
              onChange={() => onChange(showLayout(entity, layout, name, false))}
            >
              {title(name)}
            </Checkbox>
            {name !== lead && (
              <Select<Pin | 'none'>
                size="small"
                variant="borderless"
                aria-label={t('list.columnPin', { title: title(name) })}
                popupMatchSelectWidth={false}
                value={pinOf(layout, name) ?? 'none'}
                options={[
                  { value: 'none', label: t('list.pinNone') },
                  { value: 'start', label: t('list.pinStart') },
                  { value: 'end', label: t('list.pinEnd') },
                ]}
                onChange={(pin) => onChange(pinLayout(entity, layout, name, pin === 'none' ? null : pin))}
              />
            )}
          </li>
        ))}
        {hidden.map((name) => (
          <li key={name}>
            <span className="wd-columns-grip" />
            <Checkbox checked={false} onChange={() => onChange(showLayout(entity, layout, name, true))}>
              {title(name)}
            </Checkbox>
          </li>
        ))}
        <FigureChoices {...{ entity, layout, onChange }} />
      </ul>
      <Button size="small" disabled={!custom} onClick={() => onChange(null)}>
        {t('list.columnsReset')}
      </Button>
    </div>
  );
}

/**
 * Lets the user choose the statistics of other records. A statistic is shown in all its currencies, or
 * hidden.
 */
function FigureChoices({ entity, layout, onChange }: Omit<Props, 'custom'>) {
  const text = useText();
  const can = useSession((session) => session.can);
  return listFigureNames(entity).map((name) => {
    const [statistic, figure] = name.split('.');
    const { of, figures = [] } = statisticRegistry.get(statistic ?? '') ?? {};
    const title = figures.find((one) => one.name === figure)?.title;
    if (!of || !title || !can(`${of}:list`)) return null;
    return (
      <li key={name}>
        <span className="wd-columns-grip" />
        <Checkbox
          checked={!layout.hidden?.includes(name)}
          onChange={() => onChange(toggleFigure(layout, name))}
        >
          {text(title)}
        </Checkbox>
      </li>
    );
  });
}
