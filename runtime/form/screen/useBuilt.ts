import { useMemo, useRef } from 'react';
import { entityRegistry } from '../../core/definitions/entities.ts';
import { type BuiltForm, buildForm } from '../model/build.ts';
import type { FormSource } from '../model/formSource.ts';
import type { FormValidator } from '../model/validator.ts';
import { share } from '../values/structuralSharing.ts';
import { useDictionaries } from '../values/useDictionaries.ts';

/** Returns the reference to the surrounding record, if the state of that record locks this entity's records. */
function findLocking(entity: string | undefined): string | undefined {
  const of = entity === undefined ? undefined : entityRegistry.get(entity)?.of;
  return of?.locked === 'with' ? of.field : undefined;
}

/** Returns the form's input for RJSF. An equal result remains the same object. */
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
