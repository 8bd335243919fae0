import type { DictionaryDefinition, EntityDefinition, Field, Option } from '../../generated/definition.ts';
import { dictionaries } from '../../generated/dictionaries.ts';
import { fields_of } from './columns.ts';

const YES = new Set(['true', '1', 'yes', 'y', '是', '启用', 'on']);
const NO = new Set(['false', '0', 'no', 'n', '否', '停用', 'off']);

const same = (text: string, other: string | undefined): boolean =>
  other?.toLowerCase() === text.toLowerCase();

/** The writable field that a column's heading means: its name or its title in either language. */
export function field_byHeading(entity: EntityDefinition, heading: string): string | undefined {
  const text = heading.trim();
  return Object.entries(fields_of(entity)).find(
    ([name, field]) =>
      !field.readOnly && (same(text, name) || same(text, field.title?.zh) || same(text, field.title?.en)),
  )?.[0];
}

function options_of(field: Field): readonly Option[] {
  const dictionary = (dictionaries as Record<string, DictionaryDefinition>)[field['x-dictionary'] ?? ''];
  return field['x-options'] ?? dictionary?.entries ?? [];
}

/** The value that a cell stands for; what fits nothing stays text, and the schema refuses it. */
export function cell_value(field: Field, cell: string): unknown {
  const text = cell.trim();
  if (text === '') return undefined;
  const option = options_of(field).find(
    ({ value, title }) => same(text, String(value)) || same(text, title.zh) || same(text, title.en),
  );
  if (option) return option.value;
  switch (field.type) {
    case 'number':
    case 'integer':
      return /^[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d{1,3})?$/.test(text) ? Number(text) : text;
    case 'boolean':
      return YES.has(text.toLowerCase()) ? true : NO.has(text.toLowerCase()) ? false : text;
    default:
      return text;
  }
}
