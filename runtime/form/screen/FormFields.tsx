import RjsfForm, { type FormProps as RjsfProps } from '@rjsf/core';
import { memo, type ReactNode, type Ref, useMemo } from 'react';
import type { Values } from '../../core/rules/rule.ts';
import type { Lang } from '../../core/text/lang.ts';
import { controls } from '../controls/registry.ts';
import type { BuiltForm } from '../model/build.ts';
import { ID_SEPARATOR } from '../model/problems.ts';
import type { FormValidator } from '../model/validator.ts';
import { fields, templates } from '../skin/index.ts';
import { WholeContext } from '../skin/useDrawn.ts';
import { AttemptContext } from '../skin/useRowPages.tsx';

/**
 * Defaults are filled in before the form opens. RJSF must not fill them in again after the user has emptied a field.
 */
const KEEP_VALUES = {
  emptyObjectFields: 'skipDefaults',
  arrayMinItems: { populate: 'never' },
  constAsDefaults: 'never',
} as const;

type OwnProps =
  | 'id'
  | 'idPrefix'
  | 'formContext'
  | 'extraErrors'
  | 'readonly'
  | 'onChange'
  | 'onBlur'
  | 'onSubmit';

interface Props extends Pick<RjsfProps<Values>, OwnProps> {
  rjsf: Ref<RjsfForm>;
  built: BuiltForm;
  /** The initial values. Later values are passed to RJSF through its ref. */
  initial: { current: Values };
  lang: Lang;
  validator: FormValidator;
  footer: ReactNode;
  /** A new object after each failed attempt to save. */
  attempt: unknown;
}

/** Renders the fields. It is memoized, so that a keystroke renders RJSF once. */
export const FormFields = memo(function FormFields(props: Props) {
  const { rjsf, built, initial, lang, validator, footer, attempt, ...given } = props;
  const errors = given.extraErrors;
  const refused = useMemo(() => ({ attempt, errors }), [attempt, errors]);
  const hasErrors = Object.keys(errors ?? {}).length > 0;
  return (
    <AttemptContext value={refused}>
      <WholeContext value={hasErrors}>
        <RjsfForm
          key={lang}
          ref={rjsf}
          idSeparator={ID_SEPARATOR}
          schema={built.schema}
          uiSchema={built.uiSchema}
          initialFormData={initial.current}
          validator={validator.rjsf}
          templates={templates}
          widgets={controls}
          fields={fields}
          experimental_defaultFormStateBehavior={KEEP_VALUES}
          noValidate
          noHtml5Validate
          showErrorList={false}
          {...given}
        >
          {footer ?? <span hidden />}
        </RjsfForm>
      </WholeContext>
    </AttemptContext>
  );
});
