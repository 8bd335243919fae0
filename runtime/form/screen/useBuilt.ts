import { useMemo, useRef } from 'react';
import { entityRegistry } from '../../core/definitions/entities.ts';
import { type BuiltForm, buildForm } from '../model/build.ts';
import type { FormSource } from '../model/formSource.ts';
import type { FormValidator } from '../model/validator.ts';
import { share } from '../values/structuralSharing.ts';
import { useDictionaries } from '../values/useDictionaries.ts';

/** Returns the field that refers to the surrounding record, if its state locks records of this entity. */
function findLocking(entity: string | undefined): string | undefined {
  const of = entity === undefined ? undefined : entityRegistry.get(entity)?.of;
  return of?.locked === 'with' ? of.field : undefined;
}

/** Returns the form as RJSF needs it for these values. It is the previous one while it is equal. */
export function useBuilt(
  form: FormSource,
  validator: FormValidator,
  input: Omit<Parameters<typeof buildForm>[2], 'dictionaries' | 'ui'>,
): BuiltForm {
  const { lang, value, context, readOnly, access } = input;
  const lastBuilt = useRef<BuiltForm | null>(null);
  const dictionaries = useDictionaries();
  return useMemo(() => {
    const built = buildForm(form.schema, validator.schema, {
      lang,
      value,
      context,
      readOnly,
      dictionaries,
      ui: form.ui,
      access,
      about: form.about,
      lockedBy: findLocking(form.entity),
    });
    lastBuilt.current = share(lastBuilt.current, built) as BuiltForm;
    return lastBuilt.current;
  }, [form, validator, lang, value, context, readOnly, access, dictionaries]);
}
