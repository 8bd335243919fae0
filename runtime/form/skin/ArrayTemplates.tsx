import { type ArrayFieldItemTemplateProps, type ArrayFieldTemplateProps, getUiOptions } from '@rjsf/utils';
import { Button, Tooltip } from 'antd';
import { type KeyboardEvent, use, useEffect, useRef } from 'react';
import type { Values } from '../../core/rules/rule.ts';
import { titleWithin } from '../../core/text/titleWithin.ts';
import { useT } from '../../kit/i18n/index.ts';
import { later } from '../../kit/overlay/later.tsx';
import { Icon } from '../../kit/theme/Icon.tsx';
import { ProposeRows } from '../controls/propose/ProposeRows.tsx';
import { TakeReadings } from '../controls/readings/TakeReadings.tsx';
import { VariablesAdd } from '../controls/variable/VariablesAdd.tsx';
import type { DrawnField } from '../model/drawn.ts';
import type { FormContext } from '../model/formContext.ts';
import type { TableColumn } from '../model/heading.ts';
import type { ProposalTool } from '../model/save/proposal.ts';
import type { ReadingsTool } from '../model/save/readings.ts';
import type { VariableField } from '../model/variableList.ts';
import { CellContext } from './cell.ts';
import { enterCell } from './enterCell.ts';
import { TableSums } from './TableSums.tsx';
import { useDrawn } from './useDrawn.ts';
import { useFigureWidths } from './useFigureWidths.ts';
import { useRowCards } from './useRowCards.ts';
import { OpenEntryContext, useRowPages } from './useRowPages.tsx';
import { useTablePaste } from './useTablePaste.ts';
import './table.css';

/** Loaded on demand, because few forms contain a day plan. */
const DayPlan = later(() => import('../controls/dayPlan/DayPlan.tsx'));

/** Number of entries that fill a screen. */
const FIRST_ENTRIES = { desk: 20, phone: 6 };

const FIELD = 'input:not([type="hidden"]), textarea, button[role="switch"], [role="combobox"]';

/** Focuses a new entry, at `added` or the end. After a removal the focus remains in the list. */
function useEntryFocus(count: number, added: { current: number | undefined }) {
  const list = useRef<HTMLFieldSetElement>(null);
  const before = useRef(count);
  useEffect(() => {
    const grew = count - before.current;
    before.current = count;
    const at = added.current ?? count - 1;
    const isAdded = added.current !== undefined;
    added.current = undefined;
    const root = list.current;
    // Selecting many entries in a dialog must not move the focus.
    if (document.activeElement?.closest('[data-many]')) return;
    const focused = document.activeElement;
    // Removing an entry removes the focused element. So does copying an entry to the next page.
    const isLost = focused === document.body && (isAdded || grew === -1);
    if (grew === 0 || !(isLost || root?.contains(focused))) return;
    const entries = [...(root?.querySelectorAll<HTMLElement>(`[data-entry="${at}"]`) ?? [])];
    // Entries of nested lists have the same numbers, so they are excluded.
    const own = entries.find((entry) => entry.parentElement?.closest('.wd-form-list') === root);
    // A paste may add entries outside the visible page.
    if (grew > 0 && !own) return;
    const target = grew > 0 ? own?.querySelector<HTMLElement>(FIELD) : null;
    (target ?? root?.querySelector<HTMLElement>('[data-add]'))?.focus();
  }, [count, added]);
  return list;
}

/** Tools that fill the list with several entries: selecting many variables, drawing a day plan. */
function ListTools({ title, uiSchema, fieldPathId, formData, schema, registry }: ArrayFieldTemplateProps) {
  const t = useT();
  const options = getUiOptions(uiSchema);
  const variables = options.variables as unknown as VariableField | undefined;
  const drawn = options.drawn as unknown as DrawnField | undefined;
  const proposal = options.proposal as unknown as ProposalTool | undefined;
  const readings = options.readings as unknown as ReadingsTool | undefined;
  const formContext = registry.formContext as FormContext;
  const own = {
    id: fieldPathId.$id,
    name: String(fieldPathId.path.at(-1)),
    entries: (formData as unknown[] | undefined) ?? [],
  };
  return (
    <>
      {variables && (
        <div data-many>
          <VariablesAdd
            {...own}
            label={t('form.variablesOf', { title: String(options.title ?? title) })}
            field={variables}
            maxItems={schema.maxItems}
            formContext={formContext}
          />
        </div>
      )}
      {proposal && <ProposeRows {...own} path={fieldPathId.path} tool={proposal} formContext={formContext} />}
      {readings && <TakeReadings {...own} tool={readings} formContext={formContext} />}
      {drawn && <DayPlan {...own} field={drawn} write={formContext.write} />}
    </>
  );
}

interface HeadProps {
  columns: readonly TableColumn[];
  /** True if the rows have buttons at the end. */
  editable: boolean;
  width(name: string): string | undefined;
}

function TableHead({ columns, editable, width }: HeadProps) {
  const t = useT();
  return (
    <thead>
      <tr>
        <th scope="col">#</th>
        {columns.map((column) => (
          <th key={column.name} scope="col" style={{ minWidth: width(column.name) }}>
            {column.title}
            {column.required && (
              <span className="wd-field-required" aria-hidden>
                *
              </span>
            )}
          </th>
        ))}
        {editable && <th aria-label={t('form.rowActions')} />}
      </tr>
    </thead>
  );
}

/** Renders a list of objects as cards or rows, with an add button named after the entry. */
export function ArrayFieldTemplate(props: ArrayFieldTemplateProps) {
  const { items, canAdd, onAddClick, title, uiSchema, disabled, readonly, fieldPathId } = props;
  const t = useT();
  const options = getUiOptions(uiSchema);
  const columns = options.table as unknown as TableColumn[] | undefined;
  const itemTitle = titleWithin(String(options.itemTitle ?? ''));
  const editable = !disabled && !readonly;
  const { from, to, added, open, pager } = useRowPages(items.length, fieldPathId.path);
  const list = useEntryFocus(items.length, added);
  const drawn = items.slice(from, from + useDrawn(to - from, FIRST_ENTRIES));
  const widths = useFigureWidths(columns, props.formData as Values[] | undefined);
  const frame = useRef<HTMLDivElement>(null);
  useRowCards(
    frame,
    items.length === 0 ? '' : (columns ?? []).map(({ name }) => `${name} ${widths.get(name)}`).join(),
  );
  const paste = useTablePaste(props, editable ? columns : undefined, open);
  const helpId = `${fieldPathId.$id}__keys`;
  return (
    <OpenEntryContext value={open}>
      <fieldset className="wd-form-list" ref={list} onPaste={paste}>
        <legend>
          {options.title ?? title}
          {options.required === true && (
            <span className="wd-field-required" aria-hidden>
              *
            </span>
          )}
        </legend>
        {editable && <ListTools {...props} />}
        {items.length === 0 && !options.variables && (
          <p className="wd-field-help">{t('form.emptyList', { title: itemTitle })}</p>
        )}
        {columns && items.length > 0 ? (
          // The form renders the fields of each entry, so the table cannot use antd's columns.
          <div className="wd-form-table" ref={frame}>
            <table aria-describedby={editable ? helpId : undefined}>
              <TableHead {...{ columns, editable }} width={(name) => widths.get(name)} />
              <tbody>{drawn}</tbody>
              {columns.some(({ sum }) => sum) && (
                <TableSums columns={columns} rows={(props.formData ?? []) as Values[]} editable={editable} />
              )}
            </table>
          </div>
        ) : (
          drawn
        )}
        {pager}
        {columns && editable && items.length > 0 && (
          <p className="wd-field-help" id={helpId}>
            {items.length > 1 && t('form.tableKeys')} {t('form.tablePaste')}
          </p>
        )}
        {canAdd && editable && (
          <Button
            data-add
            type="dashed"
            block
            icon={<Icon name="plus" />}
            onClick={(event) => {
              open(items.length, true);
              onAddClick(event);
            }}
          >
            {t('form.addItem', { title: itemTitle })}
          </Button>
        )}
      </fieldset>
    </OpenEntryContext>
  );
}

export function ArrayFieldItemTemplate({
  children,
  buttonsProps,
  index,
  parentUiSchema,
  totalItems,
}: ArrayFieldItemTemplateProps) {
  const t = useT();
  const open = use(OpenEntryContext);
  const { hasMoveUp, hasMoveDown, hasRemove, hasCopy, disabled, readonly, onRemoveItem } = buttonsProps;
  const moveUp = (event?: unknown) => {
    open(index - 1);
    buttonsProps.onMoveUpItem(event);
  };
  const moveDown = (event?: unknown) => {
    open(index + 1);
    buttonsProps.onMoveDownItem(event);
  };
  const copy = (event?: unknown) => {
    open(index + 1, true);
    buttonsProps.onCopyItem(event);
  };
  const options = getUiOptions(parentUiSchema);
  const number = index + 1;
  const title = t('form.itemTitle', { title: String(options.itemTitle ?? ''), number });
  const editable = !disabled && !readonly;
  const button = (name: string, icon: string, onClick: (event?: unknown) => void, enabled: boolean) => (
    <Tooltip title={name}>
      <Button
        type="text"
        size="small"
        aria-label={name}
        disabled={!enabled}
        icon={<Icon name={icon} />}
        onClick={onClick}
      />
    </Tooltip>
  );
  const buttons = editable && (
    <span className="wd-form-item-tools">
      {button(t('form.moveUp', { title }), 'up', moveUp, hasMoveUp)}
      {button(t('form.moveDown', { title }), 'down', moveDown, hasMoveDown)}
      {hasCopy && button(t('form.copyItem', { title }), 'copy', copy, true)}
      {hasRemove && button(t('form.removeItem', { title }), 'delete', onRemoveItem, true)}
    </span>
  );
  if (options.table) {
    const key = (event: KeyboardEvent<HTMLElement>) => {
      const isLastOfPage = !event.currentTarget.nextElementSibling && index + 1 < totalItems;
      if (event.key === 'Enter') enterCell(event, isLastOfPage ? () => open(index + 1) : undefined);
      if (!editable || !event.altKey) return;
      if (event.key === 'ArrowUp' && hasMoveUp) moveUp();
      else if (event.key === 'ArrowDown' && hasMoveDown) moveDown();
      else if (event.key === 'Delete' && hasRemove) onRemoveItem();
      else if (event.key === 'Insert' && hasCopy) copy();
      else return;
      event.preventDefault();
    };
    return (
      <tr data-entry={index} aria-label={title} onKeyDown={key}>
        <th scope="row">{number}</th>
        {children}
        {editable && <td>{buttons}</td>}
      </tr>
    );
  }
  return (
    <CellContext value={false}>
      <div className="wd-form-item" data-entry={index}>
        <div className="wd-form-item-head">
          <span>{title}</span>
          {buttons}
        </div>
        {children}
      </div>
    </CellContext>
  );
}
