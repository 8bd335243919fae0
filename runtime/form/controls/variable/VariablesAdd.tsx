import { useT } from '../../../kit/i18n/index.ts';
import type { FormContext } from '../../model/formContext.ts';
import { chooseVariables, type VariableField, variablesOf } from '../../model/variableList.ts';
import { useStationOfForm } from './deviceVariable.tsx';
import { VariableSelect } from './VariableSelect.tsx';

interface Props {
  id: string;
  name: string;
  label: string;
  field: VariableField;
  entries: readonly unknown[];
  maxItems: number | undefined;
  formContext: FormContext;
}

/** Adds many variables to a list at once. Afterwards the list has an entry for each chosen variable, and no others. */
export function VariablesAdd({ id, name, label, field, entries, maxItems, formContext }: Props) {
  const t = useT();
  const { context, write } = formContext;
  const stationSn = useStationOfForm(formContext);
  return (
    <VariableSelect
      many
      aria-label={label}
      placeholder={t('form.variablesSeveral')}
      stationSn={stationSn}
      boardDevice={context.boardDevice === true}
      absent={context.absent as Readonly<Record<string, string>> | undefined}
      {...(maxItems !== undefined && { maxCount: maxItems })}
      value={variablesOf(field, entries)}
      onChange={(pairs) => write(id, { [name]: chooseVariables(field, entries, pairs) })}
    />
  );
}
