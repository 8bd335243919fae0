import type { ObjectFieldTemplateProps } from '@rjsf/utils';
import type { TableColumn } from '../model/heading.ts';
import { CellContext } from './cell.ts';

interface Props {
  columns: readonly TableColumn[];
  properties: ObjectFieldTemplateProps['properties'];
}

/** Renders an entry of a list as table cells. The cell of an invisible field is empty. */
export function TableRow({ columns, properties }: Props) {
  const byName = new Map(properties.map((property) => [property.name, property]));
  return (
    <CellContext value={true}>
      {columns.map(({ name, title, required, figure }) => {
        const property = byName.get(name);
        return (
          <td
            key={name}
            data-label={required ? `${title} *` : title}
            data-align={figure === undefined ? undefined : 'end'}
          >
            {property && !property.hidden && property.content}
          </td>
        );
      })}
    </CellContext>
  );
}
