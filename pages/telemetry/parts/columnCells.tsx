import { Checkbox, Input, Select } from 'antd';
import type { PickerDevice } from '../../../runtime/form/controls/stationVariables.ts';
import { useT } from '../../../runtime/kit/i18n/index.ts';
import type { Column } from '../../../runtime/kit/table/column.ts';
import texts from '../texts.json';
import { type Choice, type InspectedColumn, KINDS } from './settings.ts';

/** A column of the file with its mapping. */
export interface ColumnLine {
  inspected: InspectedColumn;
  choice: Choice;
}

const WORDS = { name: 100, unit: 20 } as const;

const known = (devices: readonly PickerDevice[], { device }: Choice) =>
  devices.find(({ sn }) => sn === device)?.variables ?? [];

/** Returns the device's variables, and the new one that the column would create. */
function variableOptions(devices: readonly PickerDevice[], { choice, inspected }: ColumnLine, fresh: string) {
  const there = known(devices, choice).map(({ code, name }) => ({
    value: code,
    label: name === code ? code : `${name} (${code})`,
  }));
  if (there.some(({ value }) => value === inspected.code)) return there;
  return [{ value: inspected.code, label: fresh }, ...there];
}

const isNew = (devices: readonly PickerDevice[], { choice }: ColumnLine): boolean =>
  !known(devices, choice).some(({ code }) => code === choice.code);

/** Returns the title of a row: its column, and its series if any. */
const titleOf = ({ column, series }: Choice): string => (series === null ? column : `${column}: ${series}`);

interface CellProps {
  line: ColumnLine;
  onChange(choice: Choice): void;
}

function useCellProps() {
  const t = useT(texts);
  return (field: 'device' | 'variable' | 'name' | 'unit' | 'kind', { choice }: ColumnLine) => ({
    'aria-label': t('csv.of', { field: t(`csv.${field}`), column: titleOf(choice) }),
    disabled: !choice.used,
  });
}

/** Lets the user choose whether the column is imported, and shows its content. */
function UsedCell({ line: { choice, inspected }, onChange }: CellProps) {
  const t = useT(texts);
  return (
    <Checkbox
      checked={choice.used}
      aria-label={t('csv.use', { column: titleOf(choice) })}
      onChange={({ target }) => onChange({ ...choice, used: target.checked })}
    >
      <span title={titleOf(choice)}>
        {choice.series ?? (inspected.heading || choice.column)}
        {inspected.through !== null && ` – ${inspected.through}`}
      </span>
      <small>{choice.series === null ? inspected.examples.join(' · ') : choice.column}</small>
    </Checkbox>
  );
}

function WordsCell({ line, field, onChange }: CellProps & { field: keyof typeof WORDS }) {
  const cellProps = useCellProps();
  return (
    <Input
      {...cellProps(field, line)}
      maxLength={WORDS[field]}
      value={line.choice[field]}
      onChange={({ target }) => onChange({ ...line.choice, [field]: target.value })}
    />
  );
}

function KindCell({ line, onChange }: CellProps) {
  const t = useT(texts);
  const cellProps = useCellProps();
  const { choice } = line;
  if (choice.dataType !== 'number') return t(`csv.dataType.${choice.dataType}`);
  return (
    <Select
      {...cellProps('kind', line)}
      value={choice.kind}
      status={choice.used && choice.kind === null ? 'error' : ''}
      placeholder={t('csv.kindNone')}
      options={KINDS.map((value) => ({ value, label: t(`csv.kind.${value}`) }))}
      popupMatchSelectWidth={false}
      onChange={(kind: NonNullable<Choice['kind']>) => onChange({ ...choice, kind })}
    />
  );
}

/** Renders the mapping of each column: ignored, an existing variable, or a new one. */
export function useColumnCells(
  devices: readonly PickerDevice[],
  onChange: (choice: Choice) => void,
): Column<ColumnLine>[] {
  const t = useT(texts);
  const cellProps = useCellProps();
  return [
    {
      id: 'column',
      title: t('csv.column'),
      width: 240,
      cell: (line) => <UsedCell {...{ line, onChange }} />,
    },
    {
      id: 'device',
      title: t('csv.device'),
      cell: (line) => (
        <Select
          {...cellProps('device', line)}
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
          {...cellProps('variable', line)}
          value={line.choice.code}
          options={variableOptions(devices, line, t('csv.newVariable', { code: line.inspected.code }))}
          showSearch={{ optionFilterProp: 'label' }}
          popupMatchSelectWidth={false}
          onChange={(code: string) => onChange({ ...line.choice, code })}
        />
      ),
    },
    {
      id: 'name',
      title: t('csv.name'),
      cell: (line) => isNew(devices, line) && <WordsCell field="name" {...{ line, onChange }} />,
    },
    {
      id: 'unit',
      title: t('csv.unit'),
      width: 96,
      cell: (line) =>
        line.choice.dataType === 'number' &&
        isNew(devices, line) && <WordsCell field="unit" {...{ line, onChange }} />,
    },
    {
      id: 'kind',
      title: t('csv.kind'),
      cell: (line) => isNew(devices, line) && <KindCell {...{ line, onChange }} />,
    },
  ];
}
