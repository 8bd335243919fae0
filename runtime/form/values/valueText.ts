/** Formats a stored value for users, with the loaded dictionary entries. */
import type { Field } from '../../../generated/definition.ts';
import type { Lang } from '../../core/text/lang.ts';
import { writeValue } from '../../fieldTypes/valueText.ts';
import { currencyLabel, type Dictionaries, fieldOptions, findOption } from './options.ts';

export const valueText = (field: Field, value: unknown, dictionaries: Dictionaries, lang: Lang): string =>
  writeValue(field, value, {
    lang,
    titleOf(definition, one) {
      const options = fieldOptions(definition, dictionaries, lang);
      return options ? findOption(options, one).label : undefined;
    },
    currency: currencyLabel(dictionaries, lang),
  });
