import type { WidgetProps } from '@rjsf/utils';
import { useT } from '../../../kit/i18n/index.ts';
import { baseProps, labelId } from '../../../kit/parts/controlProps.ts';
import { useSite } from '../../../kit/session/site.ts';
import type { FormContext } from '../../model/formContext.ts';
import { isPair } from '../../model/variablePair.ts';
import { VariableSelect, type VariableSelectProps } from './VariableSelect.tsx';

type PickerProps = Omit<VariableSelectProps, 'value' | 'onChange' | 'many' | 'maxCount'> & {
  value: unknown;
  onChange(pair: [string, string] | undefined): void;
};

/** Lets the user choose a variable of a station's device, as the pair [device sn, variable sn]. */
export function DeviceVariablePicker({ value, placeholder, onChange, ...props }: PickerProps) {
  const t = useT();
  return (
    <VariableSelect
      {...props}
      placeholder={placeholder ?? t('form.variablePlaceholder')}
      value={isPair(value) ? [value] : []}
      onChange={([pair]) => onChange(pair)}
    />
  );
}

/** Returns the station of the form, or otherwise the current one. */
export function useStationOfForm({ context }: Pick<FormContext, 'context'>): string {
  const site = useSite();
  return typeof context.stationSn === 'string' ? context.stationSn : (site.stationSn ?? '');
}

/** W033: chooses a variable of the form's station. */
export function DeviceVariableControl(props: WidgetProps) {
  const formContext = props.registry.formContext as FormContext;
  const { context } = formContext;
  const stationSn = useStationOfForm(formContext);
  return (
    <DeviceVariablePicker
      {...baseProps(props)}
      aria-labelledby={labelId(props.id)}
      stationSn={stationSn}
      boardDevice={context.boardDevice === true}
      absent={context.absent as Readonly<Record<string, string>> | undefined}
      value={props.value}
      onChange={props.onChange}
    />
  );
}
