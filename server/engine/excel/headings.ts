/**
 * The columns of a table: the heading of each field, and the field of each heading. Pure except for the definitions.
 */

import type { EntityDefinition, Field, Text } from '../../../generated/definition.ts';
import { fieldAccess } from '../../../runtime/core/access/fieldAccess.ts';
import { ownedFields } from '../../../runtime/core/rules/states.ts';
import { SERVER_FIELDS } from '../../../runtime/core/serverFields.ts';
import type { Lang } from '../../../runtime/core/text/lang.ts';
import { pickText } from '../../../runtime/core/text/pickText.ts';
import { fieldTypeOf } from '../../../runtime/fieldTypes/index.ts';
import type { Caller } from '../access/asker.ts';
import { fieldsOf } from '../entities/columns.ts';
import { type ReadCell, textOfRead } from './file/cell.ts';

/** The heading of the reasons in a file of rejected rows. This column is ignored when the file is imported again. */
export const REASON: Text = { zh: '原因', en: 'Reason' };

export const fieldOf = (entity: EntityDefinition, name: string): Field =>
  fieldsOf(entity)[name] ?? SERVER_FIELDS[name] ?? {};

const plainTitle = (field: Field, name: string, lang: Lang): string => pickText(field.title, lang) ?? name;

/** Returns the title with the unit. If two fields have the same title, the field's name is added. */
export function headingOf(entity: EntityDefinition, name: string, lang: Lang): string {
  const field = fieldOf(entity, name);
  const title = plainTitle(field, name, lang);
  const twins = Object.entries(fieldsOf(entity)).filter(
    ([other, field]) => plainTitle(field, other, lang) === title,
  );
  const unit = field['x-unit'] ?? fieldTypeOf(field).unit;
  const heading = twins.length > 1 ? `${title} [${name}]` : title;
  return unit ? `${heading} (${unit})` : heading;
}

/** Removes the mark of required fields and the unit from a heading. */
const cleanHeading = (text: string): string =>
  text.normalize('NFKC').replace(/[*＊]/g, '').replace(/\s+/g, ' ').trim().toLowerCase();
const stripUnit = (text: string): string => text.replace(/\s*\([^()]*\)$/, '');

function findField(entity: EntityDefinition, heading: string): string | undefined {
  const names = [...Object.keys(fieldsOf(entity)), ...Object.keys(SERVER_FIELDS)];
  const inBrackets = /\[([^\]]+)\]/.exec(heading)?.[1];
  const spellings = [heading, stripUnit(heading)];
  const byName = (text: string) => names.find((name) => name.toLowerCase() === text);
  if (inBrackets !== undefined && byName(inBrackets)) return byName(inBrackets);
  for (const spelling of spellings) {
    const match =
      byName(spelling) ??
      names.find((name) => {
        const { title } = fieldOf(entity, name);
        return title && [title.zh, title.en].some((text) => cleanHeading(text) === spelling);
      });
    if (match) return match;
  }
  return undefined;
}

export interface Heading {
  index: number;
  text: string;
  field: string | null;
  /**
   * `key` identifies the record. `ignored` is a known field that the user may not write. `reason` is the column of
   * rejection reasons.
   */
  use: 'write' | 'key' | 'ignored' | 'unknown' | 'reason' | 'twice';
}

function findUse(caller: Caller, entity: EntityDefinition, name: string): Heading['use'] {
  if (name === 'id') return 'key';
  const field = fieldsOf(entity)[name];
  // States are changed by transitions. Exports contain them, but imports ignore the column.
  if (!field || field.readOnly || ownedFields(entity).has(name)) return 'ignored';
  return fieldAccess(caller, entity, name) === 'write' ? 'write' : 'ignored';
}

/**
 * `named` contains the fields that the template assigned to columns. They apply even if the user changed the headings.
 */
export function readHeadings(
  caller: Caller,
  entity: EntityDefinition,
  cells: readonly ReadCell[],
  named: ReadonlyMap<number, string>,
): Heading[] {
  const headings: Heading[] = [];
  for (const [index, cell] of cells.entries()) {
    const text = textOfRead(cell).trim();
    if (text === '') continue;
    const clean = cleanHeading(text);
    const mapped = named.get(index);
    const field = findField(entity, clean) ?? (mapped && fieldsOf(entity)[mapped] ? mapped : undefined);
    if (field === undefined) {
      const reason = [REASON.zh, REASON.en].some((text) => text.toLowerCase() === clean);
      headings.push({ index, text, field: null, use: reason ? 'reason' : 'unknown' });
    } else {
      const twice = headings.some((other) => other.field === field);
      headings.push({ index, text, field, use: twice ? 'twice' : findUse(caller, entity, field) });
    }
  }
  return headings;
}
