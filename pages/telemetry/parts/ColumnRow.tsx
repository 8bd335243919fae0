import { Checkbox, Input, Select } from 'antd';
import type { PickerDevice } from '../../../runtime/form/controls/stationVariables.ts';
import { useT } from '../../../runtime/kit/i18n/index.ts';
import texts from '../texts.json';
import type { Choice, InspectedColumn } from './settings.ts';

interface Props {
  inspected: InspectedColumn;
  choice: Choice;
  devices: readonly PickerDevice[];
  onChange(choice: Choice): void;
}

const KINDS = ['gauge', 'counter', 'interval'] as const;

/** Lets a column become nothing, a variable that is there, or a new one. */
export function ColumnRow({ inspected, choice, devices, onChange }: Props) {
  const t = useT(texts);
  const { column, used, device, code, name, unit, kind, dataType } = choice;
  const change = (part: Partial<Choice>) => onChange({ ...choice, ...part });
  const of = (field: string) => t('csv.of', { field, column });
  const known = devices.find(({ sn }) => sn === device)?.variables ?? [];
  const isNew = !known.some((variable) => variable.code === code);
  const variables = known.map((variable) => {
    return {
      value: variable.code,
      label: variable.name === variable.code ? variable.code : `${variable.name} (${variable.code})`,
    };
  });
  const fresh = { value: inspected.code, label: t('csv.newVariable', { code: inspected.code }) };
  const options = known.some((variable) => variable.code === inspected.code)
    ? variables
    : [fresh, ...variables];
  return (
    <tr data-unused={!used || undefined}>
      <td>
        <Checkbox
          checked={used}
          aria-label={t('csv.use', { column })}
          onChange={({ target }) => change({ used: target.checked })}
        />
      </td>
      <th scope="row">
        <span className="wd-ellipsis" title={column}>
          {inspected.heading || column}
        </span>
        <small className="wd-ellipsis">{inspected.examples.join(' · ')}</small>
      </th>
      <td>
        <Select
          aria-label={of(t('csv.device'))}
          disabled={!used}
          value={device}
          status={used && device === null ? 'error' : ''}
          options={devices.map((one) => ({ value: one.sn, label: one.name }))}
          showSearch={{ optionFilterProp: 'label' }}
          popupMatchSelectWidth={false}
          onChange={(sn: string) => change({ device: sn })}
        />
      </td>
      <td>
        <Select
          aria-label={of(t('csv.variable'))}
          disabled={!used}
          value={code}
          options={options}
          showSearch={{ optionFilterProp: 'label' }}
          popupMatchSelectWidth={false}
          onChange={(chosen: string) => change({ code: chosen })}
        />
      </td>
      <td>
        {isNew && (
          <Input
            aria-label={of(t('csv.name'))}
            disabled={!used}
            maxLength={100}
            value={name}
            onChange={({ target }) => change({ name: target.value })}
          />
        )}
      </td>
      {dataType === 'number' ? (
        <>
          <td>
            {isNew && (
              <Input
                aria-label={of(t('csv.unit'))}
                disabled={!used}
                maxLength={20}
                value={unit}
                onChange={({ target }) => change({ unit: target.value })}
              />
            )}
          </td>
          <td>
            {isNew && (
              <Select
                aria-label={of(t('csv.kind'))}
                disabled={!used}
                value={kind}
                options={KINDS.map((value) => ({ value, label: t(`csv.kind.${value}`) }))}
                popupMatchSelectWidth={false}
                onChange={(chosen: Choice['kind']) => change({ kind: chosen })}
              />
            )}
          </td>
        </>
      ) : (
        <td colSpan={2}>{isNew && t(`csv.dataType.${dataType}`)}</td>
      )}
    </tr>
  );
}
