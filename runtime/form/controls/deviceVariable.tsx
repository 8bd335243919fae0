import type { WidgetProps } from '@rjsf/utils';
import { Button, Cascader, Skeleton } from 'antd';
import { useT } from '../../i18n/index.ts';
import { useSite } from '../../shell/site.ts';
import type { FormContext } from '../formContext.ts';
import { baseProps, labelId } from './common.ts';
import { is_pair, type PickerOption, picker_matches, picker_options } from './pickerOptions.ts';
import { useStationVariables } from './stationVariables.ts';

const MAX_HITS = 50;

/** W033: a variable of a device of the current station, as the pair [device sn, variable sn]. */
export function DeviceVariableControl(props: WidgetProps) {
  const t = useT();
  const site = useSite();
  const { context } = props.registry.formContext as FormContext;
  const stationSn = typeof context.stationSn === 'string' ? context.stationSn : (site.stationSn ?? '');
  const { devices, status, retry } = useStationVariables(stationSn);
  const stored = is_pair(props.value) ? props.value : null;

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
      {...baseProps(props)}
      className="wd-control"
      aria-labelledby={labelId(props.id)}
      options={picker_options(devices, stored)}
      value={stored ?? undefined}
      placeholder={t('form.variablePlaceholder')}
      expandTrigger="hover"
      showSearch={{ limit: MAX_HITS, filter: picker_matches }}
      notFoundContent={notFound}
      displayRender={(labels) => labels.join(' / ')}
      allowClear
      onChange={(pair) => props.onChange(is_pair(pair) ? pair : undefined)}
    />
  );
}
