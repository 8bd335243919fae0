/** Every control by its name in definitions and field types. */
import type { RegistryWidgetsType } from '@rjsf/utils';
import { fieldControls } from '../../fieldTypes/views.ts';
import { ShownControl } from '../shown/ShownControl.tsx';
import { MoneyControl } from './amount/money.tsx';
import { NumberControl, PercentControl } from './amount/number.tsx';
import { SliderControl } from './amount/slider.tsx';
import { CascaderControl } from './choice/cascader.tsx';
import { MultiSelectControl } from './choice/multiSelect.tsx';
import { RefControl } from './choice/ref.tsx';
import { SegmentedControl } from './choice/segmented.tsx';
import { SelectControl } from './choice/select.tsx';
import { TreeControl } from './choice/tree.tsx';
import { DateControl, DateRangeControl, DateTimeControl, TimeControl } from './date.tsx';
import { DurationControl } from './duration.tsx';
import { FileControl, ImageControl } from './files/FilesControl.tsx';
import { ImageUrlControl } from './files/ImageUrlControl.tsx';
import { IconControl } from './icon.tsx';
import { loadControl } from './laterControls.ts';
import { lazyControl } from './lazyControl.tsx';
import { LookupControl } from './lookup/LookupControl.tsx';
import { MapControl } from './map/MapControl.tsx';
import { PasswordControl } from './password.tsx';
import { CodeControl } from './scan/CodeControl.tsx';
import { SignatureControl } from './signature/SignatureControl.tsx';
import { SwitchControl } from './switch.tsx';
import { textControl } from './text.tsx';
import { TextareaControl } from './textarea.tsx';
import { TimezoneControl } from './timezone.tsx';
import { DeviceVariableControl } from './variable/deviceVariable.tsx';

export const controls: RegistryWidgetsType = {
  ...fieldControls,
  text: textControl(),
  email: textControl({
    type: 'email',
    inputMode: 'email',
    autoComplete: 'off',
    placeholder: 'name@company.com',
  }),
  phone: textControl({ type: 'tel', inputMode: 'tel', autoComplete: 'off' }),
  uri: textControl({ type: 'url', inputMode: 'url', autoComplete: 'off', placeholder: 'https://' }),
  textarea: TextareaControl,
  password: PasswordControl,
  number: NumberControl,
  slider: SliderControl,
  money: MoneyControl,
  percent: PercentControl,
  duration: DurationControl,
  switch: SwitchControl,
  select: SelectControl,
  segmented: SegmentedControl,
  multiSelect: MultiSelectControl,
  date: DateControl,
  dateTime: DateTimeControl,
  dateRange: DateRangeControl,
  time: TimeControl,
  timezone: TimezoneControl,
  icon: IconControl,
  image: ImageControl,
  imageUrl: ImageUrlControl,
  signature: SignatureControl,
  code: CodeControl,
  file: FileControl,
  map: MapControl,
  cascader: CascaderControl,
  tree: TreeControl,
  lookup: LookupControl,
  color: lazyControl(async () => (await import('./color.tsx')).ColorControl),
  region: lazyControl(async () => (await import('./region/RegionControl.tsx')).default),
  richText: lazyControl(async () => (await import('./richText/RichTextControl.tsx')).default),
  json: lazyControl(async () => (await import('./json/JsonControl.tsx')).default),
  cron: lazyControl(async () => (await import('./cron/CronControl.tsx')).default),
  rrule: lazyControl(async () => (await import('./recurrence/RecurrenceControl.tsx')).default),
  formula: lazyControl(async () => (await import('./formula/FormulaControl.tsx')).default),
  permissions: lazyControl(async () => (await import('../rights/PermissionsControl.tsx')).default),
  fieldRules: lazyControl(async () => (await import('../rights/FieldRulesControl.tsx')).default),
  statistic: lazyControl(() => loadControl('statistic')),
  records: lazyControl(() => loadControl('records')),
  ref: RefControl,
  deviceVariable: DeviceVariableControl,
  shown: ShownControl,
};
