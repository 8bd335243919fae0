import type { WidgetProps } from '@rjsf/utils';
import { Cascader } from 'antd';
import { useLang } from '../../../kit/i18n/index.ts';
import { baseProps, labelId } from '../../../kit/parts/controlProps.ts';
import { joinRegion, type RegionOption, regionOptions, splitRegion } from '../../values/region.ts';

/** Lets the user choose a province and a city from the built-in list, stored as '浙江省/杭州市'. */
export default function RegionControl(props: WidgetProps) {
  const lang = useLang();
  const value = splitRegion(props.value as string | undefined);
  return (
    <Cascader<RegionOption>
      {...baseProps(props)}
      className="wd-control"
      aria-labelledby={labelId(props.id)}
      options={regionOptions(lang)}
      value={value.length > 0 ? value : undefined}
      changeOnSelect
      showSearch={{
        filter: (words, path) =>
          path.some(({ value: zh, label }) => `${zh} ${label}`.toLowerCase().includes(words.toLowerCase())),
      }}
      displayRender={(labels) => labels.join(' / ')}
      allowClear={props.options.required !== true}
      onChange={(chosen) => props.onChange(joinRegion(chosen as string[] | undefined))}
    />
  );
}
