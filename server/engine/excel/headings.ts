/** The columns of a table: the headings of fields, and the field of a heading. Pure except for the definitions. */

import type { EntityDefinition, Field, Text } from '../../../generated/definition.ts';
import { fieldAccess } from '../../../runtime/core/access/fieldAccess.ts';
import { ownedFields } from '../../../runtime/core/rules/states.ts';
import { SERVER_FIELDS } from '../../../runtime/core/serverFields.ts';
import type { Lang } from '../../../runtime/core/text/lang.ts';
import { pickText } from '../../../runtime/core/text/pickText.ts';
import { fieldTypeOf } from '../../../runtime/fieldTypes/index.ts';
import type { Asker } from '../access/asker.ts';
import { fieldsOf } from '../entities/columns.ts';
import { type ReadCell, textOfRead } from './file/cell.ts';

/** The column with the reason in a file of rejected rows. It is ignored when the file is imported again. */
export const REASON: Text = { zh: '原因', en: 'Reason' };

export const fieldOf = (entity: EntityDefinition, name: string): Field =>
  fieldsOf(entity)[name] ?? SERVER_FIELDS[name] ?? {};

const plainTitle = (field: Field, name: string, lang: Lang): string => pickText(field.title, lang) ?? name;

/** Returns the title with the unit of its figures, and with the field's name if two have the same title. */
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

/** Removes the mark of required fields and the unit. */
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
  /** `key`: identifies the record; `ignored`: known, but not for this person to write; `reason`: of our own. */
  use: 'write' | 'key' | 'ignored' | 'unknown' | 'reason' | 'twice';
}

function findUse(asker: Asker, entity: EntityDefinition, name: string): Heading['use'] {
  if (name === 'id') return 'key';
  const field = fieldsOf(entity)[name];
  // States are changed by actions. Exported files have a column for them, which is ignored here.
  if (!field || field.readOnly || ownedFields(entity).has(name)) return 'ignored';
  return fieldAccess(asker, entity, name) === 'write' ? 'write' : 'ignored';
}

/** `named` are the columns that the template knows by their place, whatever their heading was changed to. */
export function readHeadings(
  asker: Asker,
  entity: EntityDefinition,
  cells: readonly ReadCell[],
  named: ReadonlyMap<number, string>,
): Heading[] {
  const headings: Heading[] = [];
  for (const [index, cell] of cells.entries()) {
    const text = textOfRead(cell).trim();
    if (text === '') continue;
    const clean = cleanHeading(text);
    const given = named.get(index);
    const field = findField(entity, clean) ?? (given && fieldsOf(entity)[given] ? given : undefined);
    if (field === undefined) {
      const reason = [REASON.zh, REASON.en].some((text) => text.toLowerCase() === clean);
      headings.push({ index, text, field: null, use: reason ? 'reason' : 'unknown' });
    } else {
      const twice = headings.some((other) => other.field === field);
      headings.push({ index, text, field, use: twice ? 'twice' : findUse(asker, entity, field) });
    }
  }
  return headings;
}
