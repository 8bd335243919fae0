import { Segmented } from 'antd';
import { useState } from 'react';
import type { CellMapConfig } from '../../generated/types.ts';
import { refusalOf } from '../../runtime/board/energy/figures.ts';
import { WidgetEmpty, WidgetFailed, WidgetSkeleton } from '../../runtime/board/frame/WidgetStates.tsx';
import type { WidgetProps } from '../../runtime/board/widget/widget.ts';
import { formatQuantity } from '../../runtime/core/numbers/format.ts';
import { useT } from '../../runtime/kit/i18n/index.ts';
import { CellTable, type View } from './CellTable.tsx';
import { type Cell, type CellMap, cellName, readMaps } from './cells.ts';
import texts from './texts.json';
import './cellMap.css';

const text = ({ unit, decimals }: CellMap, value: number | null): string =>
  formatQuantity(value, unit ?? '', { decimals: decimals ?? undefined });

/** Shows the highest and lowest cell, with the same marks as on the map. */
function Extremes({ map }: { map: CellMap }) {
  const t = useT(texts);
  const { lowest, highest, mean, count, silent } = map;
  const spread = lowest && highest ? highest.value! - lowest.value! : null;
  const extreme = (key: 'highest' | 'lowest', mark: string, cell: Cell | null) => (
    <div>
      <dt>
        <span aria-hidden="true">{mark}</span> {t(`widget.cellMap.${key}`)}
      </dt>
      <dd>
        <b>{text(map, cell?.value ?? null)}</b>
        {cell && ` · ${t('widget.cellMap.cell', { place: cellName(cell) })}`}
      </dd>
    </div>
  );
  return (
    <>
      <dl className="wd-cells-extremes">
        {extreme('highest', '▲', highest)}
        {extreme('lowest', '▼', lowest)}
        <div>
          <dt>{t('widget.cellMap.mean')}</dt>
          <dd>{text(map, mean)}</dd>
        </div>
        <div>
          <dt>{t('widget.cellMap.spread')}</dt>
          <dd>{text(map, spread)}</dd>
        </div>
      </dl>
      {silent > 0 && (
        <p className="wd-cells-silent">{t('widget.cellMap.silent', { total: count, silent })}</p>
      )}
    </>
  );
}

function Battery({ map, view, name }: { map: CellMap; view: View; name: string | undefined }) {
  const { lowest, highest } = map;
  return (
    <section className="wd-cells-battery">
      {name && <h4>{name}</h4>}
      <Extremes map={map} />
      <CellTable map={map} view={view} label={map.deviceName} say={(value) => text(map, value)} />
      {view === 'colours' && lowest && highest && (
        <p className="wd-cells-scale">
          {text(map, lowest.value)}
          <i aria-hidden="true" />
          {text(map, highest.value)}
        </p>
      )}
    </section>
  );
}

/** R072: shows a station's battery cells as colours or numbers, in the same places. */
export function CellMapWidget({ config, results, status, retry }: WidgetProps<CellMapConfig>) {
  const t = useT(texts);
  const [view, setView] = useState<View>('colours');
  if (results.length === 0)
    return status === 'failed' ? (
      <WidgetFailed retry={retry} />
    ) : (
      <WidgetSkeleton rows={[60, 100, 100, 100]} />
    );
  const maps = readMaps(config, results[0]);
  if (!maps) return <WidgetFailed retry={retry} msg={refusalOf(results)} />;
  if (maps.length === 0)
    return (
      <WidgetEmpty
        text={t('widget.cellMap.none')}
        hint={t('widget.cellMap.noneHint')}
        page="CommunicationEquipment"
      />
    );
  return (
    <div className="wd-cells">
      <Segmented<View>
        size="small"
        aria-label={t('widget.cellMap.view')}
        value={view}
        onChange={setView}
        options={[
          { value: 'colours', label: t('widget.cellMap.colours') },
          { value: 'figures', label: t('widget.cellMap.figures') },
        ]}
      />
      {maps.map((map) => (
        <Battery
          key={map.deviceSn}
          map={map}
          view={view}
          name={maps.length > 1 ? map.deviceName : undefined}
        />
      ))}
    </div>
  );
}
