import type { ArrayFieldTemplateProps } from '@rjsf/utils';
import type { ClipboardEvent } from 'react';
import { newItem } from '../../core/rules/defaults.ts';
import { descendField } from '../../core/rules/fieldProblem.ts';
import { useLang } from '../../kit/i18n/index.ts';
import type { FormContext } from '../model/formContext.ts';
import type { TableColumn } from '../model/heading.ts';
import { pasteRows, readCell, readCells } from '../model/pasted.ts';
import { useDictionaries } from '../values/useDictionaries.ts';

/** Pastes cells into a table, starting at the focused cell. Plain text is pasted as usual. */
export function useTablePaste(
  { fieldPathId, formData, registry }: ArrayFieldTemplateProps,
  columns: readonly TableColumn[] | undefined,
  open: (index: number) => void,
) {
  const lang = useLang();
  const dictionaries = useDictionaries();
  return (event: ClipboardEvent<HTMLElement>): void => {
    const cells = readCells(event.clipboardData.getData('text/plain'));
    const cell = (event.target as HTMLElement).closest('td');
    const row = cell?.closest<HTMLTableRowElement>('tr[data-entry]');
    const { field, write, context } = registry.formContext as FormContext;
    const item = descendField(field, fieldPathId.path as (string | number)[])?.items;
    if (!columns || !cells || !cell || !row || !item) return;
    event.preventDefault();
    const index = Number(row.dataset.entry);
    open(index);
    const rows = pasteRows({
      item,
      names: columns.map(({ name }) => name),
      rows: (formData as unknown[] | undefined) ?? [],
      row: index,
      // The first column contains the row number.
      column: cell.cellIndex - 1,
      cells,
      begin: () => newItem(item, Date.now(), context),
      read: (column, text) => readCell(column, text, dictionaries, lang),
    });
    write(fieldPathId.$id, { [String(fieldPathId.path.at(-1))]: rows });
  };
}
