import type { WidgetProps } from '@rjsf/utils';
import { Button, Cascader, Skeleton } from 'antd';
import { useT } from '../../i18n/index.ts';
import { useSite } from '../../shell/site.ts';
import type { FormContext } from '../Form.tsx';
import { baseProps, labelId } from './common.ts';
import { type PickerDevice, useStationVariables } from './stationVariables.ts';

type Pair = [deviceSn: string, variableSn: string];

interface PickerOption {
  value: string;
  label: string;
  children?: PickerOption[];
}

function isPair(value: unknown): value is Pair {
  return Array.isArray(value) && value.length === 2;
}

/** The devices as a cascade; a stored pair that is not among them is kept in sight under its numbers. */
export function picker_options(devices: PickerDevice[], stored: Pair | null): PickerOption[] {
  const options: PickerOption[] = devices.map(({ sn, name, variables }) => ({
    value: sn,
    label: name,
    children: variables.map((variable) => ({ value: variable.sn, label: variable.name })),
  }));
  if (!stored) return options;
  const [deviceSn, variableSn] = stored;
  const device = options.find(({ value }) => value === deviceSn);
  const variable = { value: variableSn, label: variableSn };
  if (!device) return [...options, { value: deviceSn, label: deviceSn, children: [variable] }];
  if (!device.children?.some(({ value }) => value === variableSn)) device.children?.push(variable);
  return options;
}

/** W033: a variable of a device of the current station, as the pair [device sn, variable sn]. */
export function DeviceVariableControl(props: WidgetProps) {
  const t = useT();
  const site = useSite();
  const { context } = props.registry.formContext as FormContext;
  const stationSn = typeof context.stationSn === 'string' ? context.stationSn : (site.stationSn ?? '');
  const { devices, status, retry } = useStationVariables(stationSn);
  const stored = isPair(props.value) ? props.value : null;

  const notFound =
    status === 'loading' ? (
      <Skeleton active title={false} paragraph={{ rows: 3 }} />
    ) : status === 'failed' ? (
      <div className="wd-picker-state">
        <p>{t('form.variablesFailed')}</p>
        <Button size="small" onClick={retry}>
          {t('form.retry')}
        </Button>
      </div>
    ) : (
      <p className="wd-picker-state">{t(stationSn ? 'form.variablesEmpty' : 'form.variablesNoStation')}</p>
    );

  return (
    <Cascader<PickerOption>
      {...baseProps(props)}
      className="wd-control"
      aria-labelledby={labelId(props.id)}
      options={picker_options(devices, stored)}
      value={stored ?? undefined}
      placeholder={t('form.variablePlaceholder')}
      expandTrigger="hover"
      showSearch={{ limit: 50 }}
      notFoundContent={notFound}
      displayRender={(labels) => labels.join(' / ')}
      allowClear
      onChange={(pair) => props.onChange(isPair(pair) ? pair : undefined)}
    />
  );
}
