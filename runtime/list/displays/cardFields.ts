import type { EntityDefinition, ListDisplay } from '../../../generated/definition.ts';
import { smallAddress } from '../../core/fileValue.ts';
import type { ListRecord } from '../../record/calls/useRecords.ts';
import { pickFields } from '../cards/pickFields.ts';

/** Returns the fields of a card: those of the display, otherwise the next columns of the list. */
export function cardFields(
  entity: EntityDefinition,
  { fields, by, picture }: ListDisplay,
  columns: readonly string[],
): readonly string[] {
  const elsewhere = [entity.label, by, picture];
  return (
    fields ??
    pickFields(
      entity,
      columns.filter((name) => !elsewhere.includes(name)),
    )
  );
}

/**
 * Returns the address of the record's first picture, small. Without a picture, null in a gallery, which reserves the space.
 */
export function pictureOf({ as, picture }: ListDisplay, record: ListRecord): string | null | undefined {
  if (picture === undefined) return undefined;
  const [first] = [record[picture] ?? []].flat();
  if (typeof first === 'string' && first !== '') return smallAddress(first);
  return as === 'gallery' ? null : undefined;
}
