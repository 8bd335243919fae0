import { useEffect } from 'react';
import { type PickerDevice, useStationVariables } from '../../../runtime/form/controls/stationVariables.ts';
import { useT } from '../../../runtime/kit/i18n/index.ts';
import { RowsTable } from '../../../runtime/kit/table/RowsTable.tsx';
import texts from '../texts.json';
import { Choose } from './Choose.tsx';
import { type ColumnLine, useColumnCells } from './columnCells.tsx';
import { changeChoices, type Group } from './importStore.ts';
import { type Choice, KINDS, keyOf } from './settings.ts';

/** Sets the kind of existing variables. Null if nothing changes. */
function withKnownKinds(choices: readonly Choice[], devices: readonly PickerDevice[]): Choice[] | null {
  const kindOf = ({ device, code }: Choice) => {
    const known = devices
      .find(({ sn }) => sn === device)
      ?.variables.find((variable) => variable.code === code);
    return KINDS.find((kind) => kind === known?.kind) ?? null;
  };
  const open = choices.filter(({ kind }) => kind === null);
  if (!open.some((choice) => kindOf(choice) !== null)) return null;
  return choices.map((choice) => ({ ...choice, kind: choice.kind ?? kindOf(choice) }));
}

/** Shows the device and variable of each column. */
export function ColumnTable({ group, stationSn }: { group: Group; stationSn: string }) {
  const t = useT(texts);
  const { devices } = useStationVariables(stationSn);
  const { inspection, choices, key } = group;
  const { columns, columnsTotal } = inspection;
  const inspected = new Map(columns.map((column) => [keyOf(column), column]));
  const chosen = new Set(choices.filter(({ used }) => used).map(({ device }) => device));
  const only = devices.length === 1 ? devices[0]!.sn : null;
  // If there is only one device, it is preselected in every column.
  useEffect(() => {
    if (only === null || choices.every(({ device }) => device !== null)) return;
    changeChoices(
      key,
      choices.map((choice) => ({ ...choice, device: choice.device ?? only })),
    );
  }, [only, choices, key]);
  useEffect(() => {
    const known = withKnownKinds(choices, devices);
    if (known) changeChoices(key, known);
  }, [devices, choices, key]);
  const cells = useColumnCells(devices, (next) =>
    changeChoices(
      key,
      choices.map((choice) => (choice.key === next.key ? next : choice)),
    ),
  );
  const lines = choices.flatMap((choice): ColumnLine[] => {
    const found = inspected.get(choice.key);
    return found ? [{ choice, inspected: found }] : [];
  });
  return (
    <>
      <div className="wd-import-fields">
        <Choose
          search
          label={t('csv.deviceOfAll')}
          value={chosen.size === 1 ? ([...chosen][0] ?? null) : null}
          options={devices.map(({ sn, name }) => ({
            value: sn,
            label: name === sn ? sn : `${name} (${sn})`,
          }))}
          onChange={(device) =>
            changeChoices(
              key,
              choices.map((choice) => ({ ...choice, device })),
            )
          }
        />
        <p className="wd-import-hint">{t('csv.deviceOfAllText')}</p>
      </div>
      <RowsTable
        named
        label={t('csv.columns')}
        rows={lines}
        columns={cells}
        rowKey={({ choice }) => choice.key}
        muted={({ choice }) => !choice.used}
      />
      {columnsTotal > columns.length && (
        <p className="wd-import-hint">
          {t('csv.columnsShown', { count: columns.length, total: columnsTotal })}
        </p>
      )}
    </>
  );
}
