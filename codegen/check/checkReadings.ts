/** Checks the rows of a table that take their values from a device: the device of the record, and the fields of a row. */
import type { Field } from '../definition/definition.ts';
import { choice } from '../problem.ts';
import type { Add } from './scope.ts';

const namesOf = ({ properties = {} }: Field, fits: (field: Field) => boolean): string[] =>
  Object.entries(properties).flatMap(([name, field]) => (fits(field) ? [name] : []));

/** `holder` is the record or the form with the table. */
export function checkReadings(table: Field, holder: Field, pointer: string, add: Add): void {
  const readings = table['x-readings'];
  if (!readings) return;
  const place = `${pointer}/x-readings`;
  const row = table.items ?? {};
  const isDevice = (field: Field) => field['x-ref'] === 'device' && field['x-refKey'] === 'sn';
  const fitting = {
    device: namesOf(holder, isDevice),
    by: namesOf(row, ({ type }) => type === 'string'),
    value: namesOf(row, ({ type }) => type === 'number'),
    at: namesOf(row, ({ format }) => format === 'date-time'),
  };
  for (const [word, known] of Object.entries(fitting)) {
    const name = readings[word as keyof typeof fitting];
    if (!known.includes(name))
      add(`${place}/${word}`, 'conditionField', { name, known: choice(name, known) });
  }
}
