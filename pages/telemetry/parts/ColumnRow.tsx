import { Checkbox, Input, Select } from 'antd';
import type { PickerDevice } from '../../../runtime/form/controls/stationVariables.ts';
import { useT } from '../../../runtime/kit/i18n/index.ts';
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
  const t = useT();
  const { column, used, device, code } = choice;
  const change = (part: Partial<Choice>) => onChange({ ...choice, ...part });
  const of = (field: string) => t('csv.of', { field, column });
  const known = devices.find(({ sn }) => sn === device)?.variables ?? [];
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
          options={variableOptions(known, inspected.code, t('csv.newVariable', { code: inspected.code }))}
          showSearch={{ optionFilterProp: 'label' }}
          popupMatchSelectWidth={false}
          onChange={(chosen: string) => change({ code: chosen })}
        />
      </td>
      {known.some((variable) => variable.code === code) ? (
        <KnownVariable isNumber={choice.dataType === 'number'} />
      ) : (
        <NewVariable choice={choice} of={of} onChange={change} />
      )}
    </tr>
  );
}

/** The variables of the device; a new one by the code of the column, unless the device has it. */
function variableOptions(known: PickerDevice['variables'], code: string, newLabel: string) {
  const options = known.map((variable) => ({
    value: variable.code,
    label: variable.name === variable.code ? variable.code : `${variable.name} (${variable.code})`,
  }));
  return known.some((variable) => variable.code === code)
    ? options
    : [{ value: code, label: newLabel }, ...options];
}

/** It has its name, unit and kind already: the cells stay empty. */
function KnownVariable({ isNumber }: { isNumber: boolean }) {
  return (
    <>
      <td />
      {isNumber ? (
        <>
          <td />
          <td />
        </>
      ) : (
        <td colSpan={2} />
      )}
    </>
  );
}

interface NewProps {
  choice: Choice;
  /** The label of a control, with the column that it is about. */
  of(field: string): string;
  onChange(part: Partial<Choice>): void;
}

function NewVariable({ choice, of, onChange }: NewProps) {
  const t = useT();
  const { used, name, unit, kind, dataType } = choice;
  return (
    <>
      <td>
        <Input
          aria-label={of(t('csv.name'))}
          disabled={!used}
          maxLength={100}
          value={name}
          onChange={({ target }) => onChange({ name: target.value })}
        />
      </td>
      {dataType === 'number' ? (
        <>
          <td>
            <Input
              aria-label={of(t('csv.unit'))}
              disabled={!used}
              maxLength={20}
              value={unit}
              onChange={({ target }) => onChange({ unit: target.value })}
            />
          </td>
          <td>
            <Select
              aria-label={of(t('csv.kind'))}
              disabled={!used}
              value={kind}
              options={KINDS.map((value) => ({ value, label: t(`csv.kind.${value}`) }))}
              popupMatchSelectWidth={false}
              onChange={(chosen: Choice['kind']) => onChange({ kind: chosen })}
            />
          </td>
        </>
      ) : (
        <td colSpan={2}>{t(`csv.dataType.${dataType}`)}</td>
      )}
    </>
  );
}
