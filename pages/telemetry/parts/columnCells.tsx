import { Checkbox, Input, Select } from 'antd';
import type { PickerDevice } from '../../../runtime/form/controls/stationVariables.ts';
import { useT } from '../../../runtime/kit/i18n/index.ts';
import type { Column } from '../../../runtime/kit/table/column.ts';
import type { Choice, InspectedColumn } from './settings.ts';

/** A column of the file and what becomes of it. */
export interface ColumnLine {
  inspected: InspectedColumn;
  choice: Choice;
}

const KINDS = ['gauge', 'counter', 'interval'] as const;
const WORDS = { name: 100, unit: 20 } as const;

const known = (devices: readonly PickerDevice[], { device }: Choice) =>
  devices.find(({ sn }) => sn === device)?.variables ?? [];

/** The variables of the device, and the new one that the column would make. */
function variableOptions(devices: readonly PickerDevice[], { choice, inspected }: ColumnLine, fresh: string) {
  const there = known(devices, choice).map(({ code, name }) => ({
    value: code,
    label: name === code ? code : `${name} (${code})`,
  }));
  if (there.some(({ value }) => value === inspected.code)) return there;
  return [{ value: inspected.code, label: fresh }, ...there];
}

/** Lets each column become nothing, a variable that is there, or a new one. */
export function useColumnCells(
  devices: readonly PickerDevice[],
  onChange: (choice: Choice) => void,
): Column<ColumnLine>[] {
  const t = useT();
  const isNew = ({ choice }: ColumnLine) => !known(devices, choice).some(({ code }) => code === choice.code);
  const told = (field: 'device' | 'variable' | 'name' | 'unit' | 'kind', { choice }: ColumnLine) => ({
    'aria-label': t('csv.of', { field: t(`csv.${field}`), column: choice.column }),
    disabled: !choice.used,
  });
  const words = (field: keyof typeof WORDS, line: ColumnLine) =>
    isNew(line) && (
      <Input
        {...told(field, line)}
        maxLength={WORDS[field]}
        value={line.choice[field]}
        onChange={({ target }) => onChange({ ...line.choice, [field]: target.value })}
      />
    );
  return [
    {
      id: 'column',
      title: t('csv.column'),
      width: 240,
      cell: ({ choice, inspected: { heading, examples } }) => (
        <Checkbox
          checked={choice.used}
          aria-label={t('csv.use', { column: choice.column })}
          onChange={({ target }) => onChange({ ...choice, used: target.checked })}
        >
          <span title={choice.column}>{heading || choice.column}</span>
          <small>{examples.join(' · ')}</small>
        </Checkbox>
      ),
    },
    {
      id: 'device',
      title: t('csv.device'),
      cell: (line) => (
        <Select
          {...told('device', line)}
          value={line.choice.device}
          status={line.choice.used && line.choice.device === null ? 'error' : ''}
          options={devices.map(({ sn, name }) => ({ value: sn, label: name }))}
          showSearch={{ optionFilterProp: 'label' }}
          popupMatchSelectWidth={false}
          onChange={(device: string) => onChange({ ...line.choice, device })}
        />
      ),
    },
    {
      id: 'variable',
      title: t('csv.variable'),
      width: 176,
      cell: (line) => (
        <Select
          {...told('variable', line)}
          value={line.choice.code}
          options={variableOptions(devices, line, t('csv.newVariable', { code: line.inspected.code }))}
          showSearch={{ optionFilterProp: 'label' }}
          popupMatchSelectWidth={false}
          onChange={(code: string) => onChange({ ...line.choice, code })}
        />
      ),
    },
    { id: 'name', title: t('csv.name'), cell: (line) => words('name', line) },
    {
      id: 'unit',
      title: t('csv.unit'),
      width: 96,
      cell: (line) => line.choice.dataType === 'number' && words('unit', line),
    },
    {
      id: 'kind',
      title: t('csv.kind'),
      cell: (line) => {
        if (!isNew(line)) return null;
        const { choice } = line;
        if (choice.dataType !== 'number') return t(`csv.dataType.${choice.dataType}`);
        return (
          <Select
            {...told('kind', line)}
            value={choice.kind}
            options={KINDS.map((value) => ({ value, label: t(`csv.kind.${value}`) }))}
            popupMatchSelectWidth={false}
            onChange={(kind: Choice['kind']) => onChange({ ...choice, kind })}
          />
        );
      },
    },
  ];
}
