import type { CSSProperties } from 'react';
import { formatNumber } from '../../runtime/core/numbers/format.ts';
import { useT } from '../../runtime/kit/i18n/index.ts';
import { type Cell, type CellMap, cellName, shareOfRange } from './cells.ts';
import texts from './texts.json';

export type View = 'colours' | 'figures';

interface Props {
  map: CellMap;
  view: View;
  label: string;
  say(value: number | null): string;
}

const PERCENT = 100;

interface CellProps extends Pick<Props, 'map' | 'view' | 'say'> {
  cell: Cell;
}

/**
 * Shows a cell. Its colour is interpolated between the lowest and the highest cell. The value is also
 * available as text.
 */
function CellOfMap({ map, view, say, cell }: CellProps) {
  const t = useT(texts);
  const share = shareOfRange(cell, map);
  const isOld = cell.stale && cell.value !== null;
  const value = isOld ? t('widget.cellMap.stale', { value: say(cell.value) }) : say(cell.value);
  const extreme =
    (cell === map.highest && 'highest') ||
    (cell === map.lowest && cell !== map.highest && 'lowest') ||
    undefined;
  const mark = extreme && (extreme === 'highest' ? '▲' : '▼');
  return (
    <td
      title={t('widget.cellMap.cellSays', { place: cellName(cell), value })}
      data-share={share === null ? 'none' : undefined}
      data-extreme={extreme}
      style={share === null ? undefined : ({ '--share': `${share * PERCENT}%` } as CSSProperties)}
    >
      {mark && <span aria-hidden="true">{mark}</span>}
      <span className={view === 'colours' ? 'wd-hidden' : undefined}>
        {formatNumber(cell.value, { decimals: map.decimals ?? undefined })}
      </span>
    </td>
  );
}

/** Shows both views as the same table. Rows are packs, columns their cells. */
export function CellTable({ map, view, label, say }: Props) {
  const t = useT(texts);
  const longest = Math.max(...map.rows.map(({ cells }) => cells.length));
  const numbers = Array.from({ length: longest }, (_, at) => at + 1);
  const numbered = map.rows.every(({ cells }) =>
    cells.every(({ pack, cell }, at) => pack !== null && cell === at + 1),
  );
  return (
    <div
      className="wd-cells-scroll"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling element must be reachable by keyboard
      tabIndex={0}
    >
      <table aria-label={label} data-view={view}>
        {numbered && (
          <thead>
            <tr>
              <th scope="col">{t('widget.cellMap.pack')}</th>
              {numbers.map((number) => (
                <th key={number} scope="col">
                  {number}
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {map.rows.map(({ name, cells }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {cells.map((cell) => (
                <CellOfMap key={cell.sn} {...{ map, view, say, cell }} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
