import { SIZE, SPACE_STEP } from '../../kit/theme/tokens.ts';
import { isHidden } from '../model/build.ts';
import type { FormSource } from '../model/formSource.ts';

/** Maximum number of fields in a single column. More fields get two columns. */
const ONE_COLUMN_FIELDS = 6;
/** Margins of the dialog around the form. */
const FRAME = SPACE_STEP * 12;

/** Width of a table column, and of the parts beside the columns: number and buttons of the row. */
const COLUMN = SPACE_STEP * 36;
const BESIDE_COLUMNS = SPACE_STEP * 52;
const MAX_WIDTH = SPACE_STEP * 320;

/** Returns the width of the form's widest table, so that all columns are visible on a wide window. */
function tablesWidth({ schema }: FormSource): number {
  const columns = Object.values(schema.properties ?? {}).map((field) =>
    field['x-control'] === 'table'
      ? Object.values(field.items?.properties ?? {}).filter((property) => !isHidden(property, false)).length
      : 0,
  );
  const most = Math.max(0, ...columns);
  return most === 0 ? 0 : Math.min(most * COLUMN + BESIDE_COLUMNS, MAX_WIDTH);
}

/** Returns the width that the form needs, in pixels. */
export const dialogWidth = (form: FormSource): number => Math.max(fieldsWidth(form), tablesWidth(form));

function fieldsWidth({ schema, ui }: FormSource): number {
  if (ui?.columns === 3) return SIZE.form * 1.5 + FRAME;
  const wide =
    ui?.columns === 1
      ? false
      : ui?.columns === 2 || Object.keys(schema.properties ?? {}).length > ONE_COLUMN_FIELDS;
  return (wide ? SIZE.form : SIZE.dialog) + FRAME;
}
