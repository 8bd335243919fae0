import '../../core/definitions/allEntities.ts';
import { type CSSProperties, useMemo, useState, useSyncExternalStore } from 'react';
import type { PageBlock, PageDefinition, PageLayout } from '../../../generated/definition.ts';
import { layouts } from '../../../generated/layouts.ts';
import { entityRegistry } from '../../core/definitions/entities.ts';
import { fillRow, ROW_PARTS, rightOfBlock, rowWidths } from '../../core/definitions/layout.ts';
import { siteOf } from '../../core/definitions/site.ts';
import { statisticRegistry } from '../../core/definitions/statistics.ts';
import { useT } from '../../kit/i18n/index.ts';
import { useSession } from '../../kit/session/session.ts';
import { useListStation } from '../../kit/session/site.ts';
import { ClosedPage } from '../../kit/states/ClosedPage.tsx';
import { PageSkeleton } from '../../kit/states/PageSkeleton.tsx';
import { FilterPill } from '../../list/filter/FilterPill.tsx';
import { PeriodTools, usePeriod } from '../../record/figures/report/PeriodTools.tsx';
import { Block } from './Block.tsx';
import { type Chosen, entityOfBlock, filterEntities } from './narrow.ts';
import '../../list/screen/list.css';
import './blocks.css';
import texts from './texts.json';

const NONE: readonly string[] = [];
const EMPTY: PageLayout = { rows: [] };

interface Placed {
  block: PageBlock;
  /** Number of row parts that the block fills. */
  width: number;
  /** The position in the definition, as React key. */
  key: string;
}

/** Returns the blocks that the reader may see, by row. The remaining blocks fill their row. */
function placeBlocks({ rows }: PageLayout, may: (block: PageBlock) => boolean): Placed[][] {
  return rows
    .map((row, index) => {
      const all = rowWidths(row);
      const shown = row.flatMap((block, at) =>
        may(block) ? [{ block, width: all[at] ?? 0, key: `${index}-${at}` }] : [],
      );
      const widths = fillRow(
        all,
        shown.map(({ width }) => width),
      );
      return shown.map((placed, at) => ({ ...placed, width: widths[at] ?? placed.width }));
    })
    .filter((row) => row.length > 0);
}

/** Returns the grid columns of a row, with an empty one for unused parts. */
function columnsOf(row: readonly Placed[]): CSSProperties {
  const left = ROW_PARTS - row.reduce((sum, { width }) => sum + width, 0);
  const parts = [...row.map(({ width }) => width), ...(left > 0.5 ? [left] : [])];
  return { '--wd-blocks-columns': parts.map((part) => `minmax(0, ${part}fr)`).join(' ') } as CSSProperties;
}

/** Shows blocks side by side. Blocks without permission are hidden. */
export default function BlocksPage({ page }: { page: PageDefinition }) {
  // A studio page contains its blocks. Built-in blocks are loaded on demand.
  const { layout = layouts[page.name] ?? EMPTY } = page;
  useSyncExternalStore(entityRegistry.subscribe, entityRegistry.all);
  const can = useSession((session) => session.can);
  const rows = placeBlocks(layout, (block) => {
    const right = rightOfBlock(block, (name) => statisticRegistry.get(name)?.of);
    return right === null || can(right);
  });
  const isOpen = (found: readonly PageBlock[]) => found.some(({ as }) => as !== 'text');
  const hasRight =
    isOpen(rows.flat().map(({ block }) => block)) || (rows.length > 0 && !isOpen(layout.rows.flat()));
  if (!hasRight) return <ClosedPage title={page.title} why="noPermission" />;
  return <OpenBlocks {...{ page, layout, rows }} />;
}

interface OpenProps {
  page: PageDefinition;
  layout: PageLayout;
  rows: readonly Placed[][];
}

function OpenBlocks({ page, layout, rows }: OpenProps) {
  const t = useT(texts);
  const [chosen, setChosen] = useState<Chosen>({});
  const days = usePeriod(layout.range ?? 'thisMonth');
  const blocks = rows.flat().map(({ block }) => block);
  const stationSn = useListStation(
    page,
    blocks.some((block) => {
      const entity = entityOfBlock(block);
      return entity !== undefined && siteOf(entity) !== null;
    }),
  );
  const { from, to } = days.period;
  const isTimed = layout.range !== undefined;
  const period = useMemo(() => (isTimed ? { from, to } : null), [isTimed, from, to]);
  const filters = filterEntities(layout, blocks);
  if (stationSn === undefined) return <PageSkeleton />;
  return (
    <div className="wd-blocks">
      {(isTimed || filters.length > 0) && (
        <fieldset className="wd-list-filters wd-blocks-tools" aria-label={t('blocks.filters')}>
          {isTimed && <PeriodTools {...days} />}
          {filters.map(({ name, entity }) => (
            <FilterPill
              key={name}
              {...{ entity, name }}
              values={chosen[name] ?? NONE}
              onChange={(values) => setChosen((now) => ({ ...now, [name]: values }))}
            />
          ))}
        </fieldset>
      )}
      {rows.map((row) => (
        <div key={row[0]?.key} className="wd-blocks-row" style={columnsOf(row)}>
          {row.map(({ block, key }) => (
            <Block key={key} block={block} narrowing={{ chosen, period, stationSn }} />
          ))}
        </div>
      ))}
    </div>
  );
}
