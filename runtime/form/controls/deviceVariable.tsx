import type { WidgetProps } from '@rjsf/utils';
import { Button, Cascader, type CascaderProps, Skeleton } from 'antd';
import { useT } from '../../kit/i18n/index.ts';
import { baseProps, labelId } from '../../kit/parts/controlProps.ts';
import { useSite } from '../../kit/session/site.ts';
import type { FormContext } from '../model/formContext.ts';
import { isPair, type PickerOption, pickerMatches, pickerOptions } from './pickerOptions.ts';
import { useStationVariables } from './stationVariables.ts';

const MAX_HITS = 50;
const NONE: Readonly<Record<string, string>> = {};

interface PickerProps {
  stationSn: string;
  value: unknown;
  placeholder?: string;
  /** Says whether it may also be a variable of the device that the board's reader chooses. */
  boardDevice?: boolean;
  /** The names of variables that the station does not have, by their numbers. */
  absent?: Readonly<Record<string, string>>;
  onChange(pair: [string, string] | undefined): void;
}
type Naming = Pick<
  CascaderProps<PickerOption>,
  'id' | 'aria-label' | 'aria-labelledby' | 'disabled' | 'status'
>;

/** A variable of a device of a station, as the pair [device sn, variable sn]. */
export function DeviceVariablePicker({
  stationSn,
  value,
  placeholder,
  boardDevice = false,
  absent = NONE,
  onChange,
  ...named
}: PickerProps & Naming) {
  const t = useT();
  const { devices, status, retry } = useStationVariables(stationSn);
  const stored = isPair(value) ? value : null;

  const emptyKey = !stationSn
    ? 'form.variablesNoStation'
    : devices.length > 0
      ? 'form.variablesNoMatch'
      : 'form.variablesEmpty';
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
      <p className="wd-picker-state">{t(emptyKey)}</p>
    );

  return (
    <Cascader<PickerOption>
      {...named}
      className="wd-control"
      options={pickerOptions(devices, stored, {
        boardDevice: boardDevice ? t('form.boardDevice') : null,
        elsewhere: t('board.widget.notOnStation'),
        absent,
      })}
      value={stored ?? undefined}
      placeholder={placeholder ?? t('form.variablePlaceholder')}
      expandTrigger="hover"
      showSearch={{ limit: MAX_HITS, filter: pickerMatches }}
      notFoundContent={notFound}
      displayRender={(labels) => labels.join(' / ')}
      allowClear
      onChange={(pair) => onChange(isPair(pair) ? pair : undefined)}
    />
  );
}

/** W033: a variable of the station that the form is about, else of the current one. */
export function DeviceVariableControl(props: WidgetProps) {
  const site = useSite();
  const { context } = props.registry.formContext as FormContext;
  const stationSn = typeof context.stationSn === 'string' ? context.stationSn : (site.stationSn ?? '');
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
