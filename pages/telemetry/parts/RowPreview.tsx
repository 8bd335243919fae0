import { isoLocal } from '../../../runtime/core/timeWindow.ts';
import { useT } from '../../../runtime/kit/i18n/index.ts';
import texts from '../texts.json';
import type { Group } from './importStore.ts';

/** '2026-03-29 00:00:00 +01:00' */
function localText(time: string, zone: string): string {
  const iso = isoLocal(Date.parse(time), zone);
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)} ${iso.endsWith('Z') ? '+00:00' : iso.slice(-6)}`;
}

/** The first lines as they are read: time with its zone, values with their units. */
export function RowPreview({ group: { inspection, choices } }: { group: Group }) {
  const t = useT(texts);
  const used = choices.filter((choice) => choice.used);
  const places = used.map(({ column }) => inspection.columns.findIndex((one) => one.column === column));
  return (
    <div className="wd-import-frame">
      <table className="wd-import-table wd-figures" aria-label={t('csv.preview')}>
        <thead>
          <tr>
            <th scope="col">{t('csv.line')}</th>
            <th scope="col">{t('csv.time')}</th>
            {used.map(({ column, name, code, unit, dataType }) => (
              <th key={column} scope="col">
                {name || code}
                {unit && dataType === 'number' && <small> {unit}</small>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {inspection.rows.map(({ line, time, problem, cells }) => (
            <tr key={line}>
              <td>{line}</td>
              {time === null ? (
                <td colSpan={used.length + 1} className="wd-import-wrong">
                  {problem ? t('csv.wrongLine', { reason: problem }) : cells.join(' · ')}
                </td>
              ) : (
                <>
                  <td>{localText(time, inspection.zone)}</td>
                  {places.map((place, at) => (
                    <td key={used[at]!.column}>{cells[place] || '--'}</td>
                  ))}
                </>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
