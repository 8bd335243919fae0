import { useEffect } from 'react';
import { useStationVariables } from '../../../runtime/form/controls/stationVariables.ts';
import { useT } from '../../../runtime/kit/i18n/index.ts';
import texts from '../texts.json';
import { Choose } from './Choose.tsx';
import { ColumnRow } from './ColumnRow.tsx';
import { changeChoices, type Group } from './importStore.ts';

/** Which column becomes which variable of which device. */
export function ColumnTable({ group, stationSn }: { group: Group; stationSn: string }) {
  const t = useT(texts);
  const { devices } = useStationVariables(stationSn);
  const { inspection, choices, key } = group;
  const { columns, columnsTotal } = inspection;
  const inspected = new Map(columns.map((column) => [column.column, column]));
  const chosen = new Set(choices.filter(({ used }) => used).map(({ device }) => device));
  const only = devices.length === 1 ? devices[0]!.sn : null;
  // A single device is taken for every column, so that nobody has to choose it.
  useEffect(() => {
    if (only === null || choices.every(({ device }) => device !== null)) return;
    changeChoices(
      key,
      choices.map((choice) => ({ ...choice, device: choice.device ?? only })),
    );
  }, [only, choices, key]);
  const change = (at: number, choice: (typeof choices)[number]) =>
    changeChoices(key, choices.with(at, choice));
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
      <div className="wd-import-frame">
        <table className="wd-import-table" data-kind="columns" aria-label={t('csv.columns')}>
          <thead>
            <tr>
              <td />
              {(['column', 'device', 'variable', 'name', 'unit', 'kind'] as const).map((field) => (
                <th key={field} scope="col">
                  {t(`csv.${field}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {choices.map((choice, at) => {
              const found = inspected.get(choice.column);
              return (
                found && (
                  <ColumnRow
                    key={choice.column}
                    inspected={found}
                    {...{ choice, devices }}
                    onChange={(next) => change(at, next)}
                  />
                )
              );
            })}
          </tbody>
        </table>
      </div>
      {columnsTotal > columns.length && (
        <p className="wd-import-hint">
          {t('csv.columnsShown', { count: columns.length, total: columnsTotal })}
        </p>
      )}
    </>
  );
}
