import type { ListDisplay } from '../../../generated/definition.ts';
import type { Entity } from '../../core/definitions/entities.ts';
import { fieldOptions, findOption } from '../../form/values/options.ts';
import { useDictionaries } from '../../form/values/useDictionaries.ts';
import { useLang } from '../../kit/i18n/index.ts';
import type { ListRecord } from '../../record/calls/useRecords.ts';
import { listField } from '../../record/query/fields.ts';

/** Returns whether a record is not final, by the value that also determines its colour. */
export const isHatched = ({ color = '', hatch }: ListDisplay, record: ListRecord): boolean =>
  hatch?.some((value) => value === record[color]) === true;

/** Returns the colour of a record with its label. */
export function useRecordOption(entity: Entity, { color }: ListDisplay) {
  const lang = useLang();
  const dictionaries = useDictionaries();
  const options = color === undefined ? null : fieldOptions(listField(entity, color), dictionaries, lang);
  return (record: ListRecord) =>
    options && color !== undefined && record[color] !== null && record[color] !== undefined
      ? findOption(options, record[color])
      : null;
}
