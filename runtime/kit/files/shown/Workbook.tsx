import { Segmented, Skeleton } from 'antd';
import { useEffect, useState } from 'react';
import { useT } from '../../i18n/index.ts';
import texts from '../texts.json';
import type { ShownFileProps } from './props.ts';
import { readWorkbook } from './readWorkbook.ts';
import { columnName, MAX_COLUMNS, MAX_ROWS, type ShownSheet } from './workbook.ts';

/** Shows the cells of a workbook, sheet by sheet. */
export default function Workbook({ file, onFail }: ShownFileProps) {
  const t = useT(texts);
  const [sheets, setSheets] = useState<ShownSheet[] | null>(null);
  const [chosen, setChosen] = useState(0);
  useEffect(() => {
    const gone = new AbortController();
    readWorkbook(file, gone.signal).then(setSheets, (reason) => gone.signal.aborted || onFail(reason));
    return () => gone.abort();
  }, [file, onFail]);
  if (!sheets) return <Skeleton active />;
  const sheet = sheets[chosen];
  return (
    <div className="wd-workbook">
      {sheets.length > 1 && (
        <Segmented
          aria-label={t('files.sheets')}
          options={sheets.map(({ name }, value) => ({ value, label: name }))}
          value={chosen}
          onChange={setChosen}
        />
      )}
      {sheet && <Sheet sheet={sheet} />}
    </div>
  );
}

function Sheet({ sheet: { name, rows, rowCount, columnCount } }: { sheet: ShownSheet }) {
  const t = useT(texts);
  if (rowCount === 0) return <p>{t('files.noRows')}</p>;
  const columns = Array.from({ length: Math.min(columnCount, MAX_COLUMNS) }, (_, at) => columnName(at));
  return (
    <>
      {rowCount > MAX_ROWS && <p>{t('files.firstRows', { shown: MAX_ROWS, count: rowCount })}</p>}
      {columnCount > MAX_COLUMNS && (
        <p>{t('files.firstColumns', { shown: MAX_COLUMNS, count: columnCount })}</p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling element must be reachable by keyboard. */}
      <div className="wd-sheet" tabIndex={0}>
        <table aria-label={name}>
          <thead>
            <tr>
              <th />
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a row is identified by its number.
              <tr key={at}>
                <th scope="row">{at + 1}</th>
                {columns.map((column, place) => (
                  <td key={column}>{row[place]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
