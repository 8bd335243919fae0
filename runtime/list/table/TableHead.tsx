import type { Entity } from '../../core/definitions/entities.ts';
import { formatZone } from '../../core/numbers/format.ts';
import { fieldTypeOf } from '../../fieldTypes/index.ts';
import { useT } from '../../kit/i18n/index.ts';
import { ColumnHeader } from '../../kit/table/ColumnHeader.tsx';
import { ROLES } from '../../kit/table/cells.ts';
import { type SortKey, toggleSort } from '../../kit/table/sort.ts';
import { isSortable, listField } from '../../record/query/fields.ts';
import type { Selection } from '../bulk/useSelection.ts';
import { type ListLayout, layoutStep, moveLayout } from './columnLayout.ts';
import type { RowPlan } from './plan.ts';
import { useDragOrder } from './useDragOrder.ts';

function PageBox({ selection }: { selection: Selection }) {
  const t = useT();
  return (
    <th {...ROLES.head} scope="col" className="wd-table-check" data-pin="start">
      <input
        type="checkbox"
        className="wd-table-box"
        aria-label={t('list.selectPage')}
        checked={selection.whole}
        disabled={selection.isEmpty}
        ref={(box) => {
          if (box) box.indeterminate = selection.count > 0 && !selection.whole;
        }}
        onChange={(event) => selection.page(event.target.checked)}
      />
    </th>
  );
}

const isMoment = (entity: Entity, name: string): boolean =>
  fieldTypeOf(listField(entity, name)).isMoment === true;

interface Props {
  entity: Entity;
  plan: RowPlan;
  selection: Selection | null;
  sizes: Readonly<Record<string, number>>;
  title(name: string): string;
  /** Returns the common currency of all amounts in a column. Undefined if they differ. */
  unitOf(name: string): string | undefined;
  layout: ListLayout;
  onLayout(layout: ListLayout): void;
  onWidth(name: string, width: number | null, done: boolean): void;
  sort: readonly SortKey[];
  onSort(sort: SortKey[]): void;
}

/** Shows the titles, with handlers for sorting, moving and resizing columns. */
export function TableHead(props: Props) {
  const { entity, plan, selection, sizes, title, unitOf, layout, onLayout, onWidth, sort, onSort } = props;
  const t = useT();
  const { drag, begin } = useDragOrder('x', (name, target, side) =>
    onLayout(moveLayout(entity, layout, name, target, side)),
  );
  const onSortColumn = (name: string, several: boolean) => onSort(toggleSort(sort, name, several));
  const onStep = (name: string, step: -1 | 1) => onLayout(layoutStep(entity, layout, name, step));
  return (
    <thead {...ROLES.group}>
      <tr {...ROLES.row} data-drag-scope aria-rowindex={1}>
        {selection && <PageBox selection={selection} />}
        {plan.details && (
          <th {...ROLES.head} scope="col" className="wd-table-more" data-pin="start">
            <span className="wd-hidden">{t('list.details')}</span>
          </th>
        )}
        {plan.columns.map(({ name, frame }) => (
          <ColumnHeader
            key={name}
            {...{ name, sort, frame, onWidth }}
            title={title(name)}
            zone={isMoment(entity, name) ? formatZone() : undefined}
            unit={unitOf(name)}
            width={sizes[name]!}
            onSort={isSortable(entity, name) ? onSortColumn : null}
            move={{
              moving: drag?.name === name,
              landing: drag?.target === name && drag.name !== name ? drag.side : undefined,
              onDragStart: begin,
              onStep,
            }}
          />
        ))}
        <th {...ROLES.head} scope="col" className="wd-table-menu" data-pin="end">
          <span className="wd-hidden">{t('list.rowActions')}</span>
        </th>
      </tr>
    </thead>
  );
}
