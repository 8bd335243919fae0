import { Select } from 'antd';
import { useMemo, useState } from 'react';
import {
  breakersOf,
  lostWithout,
  nodeLoads,
  pathToSource,
  wireFlows,
} from '../../runtime/core/diagram/analysis.ts';
import { type Diagram, type DiagramSymbol, symbolsByKey } from '../../runtime/core/diagram/diagram.ts';
import { powersOf } from '../../runtime/core/diagram/labels.ts';
import { formatQuantity } from '../../runtime/core/numbers/format.ts';
import { useT } from '../../runtime/kit/i18n/index.ts';
import type { Column } from '../../runtime/kit/table/column.ts';
import { RowsTable } from '../../runtime/kit/table/RowsTable.tsx';
import { DiagramCanvas } from './parts/DiagramCanvas.tsx';
import { type ShownDiagram, StationDiagram } from './parts/StationDiagram.tsx';
import { useSymbolName } from './parts/symbolWords.ts';
import type { DiagramNow } from './parts/useDiagram.ts';
import texts from './texts.json';

const KW = { decimals: 1 };
const NONE: ReadonlySet<string> = new Set();
const NOTHING: DiagramNow = { positions: new Map(), values: new Map() };

/**
 * R051: shows dependencies: the path to the grid, the symbols that a breaker would disconnect, the load of each busbar.
 */
export default function Topologica() {
  const t = useT(texts);
  return (
    <StationDiagram label={t('diagram.analysis')}>
      {(shown) => <Analysis key={shown.record.id} {...shown} />}
    </StationDiagram>
  );
}

type Question = { ask: 'opened' | 'path'; key: string } | null;

function answerOf(diagram: Diagram, { positions }: DiagramNow, question: Question): string[] | null {
  if (!question) return null;
  if (question.ask === 'opened') return lostWithout(diagram, positions, question.key);
  const symbol = diagram.symbols.find(({ key }) => key === question.key);
  return symbol ? pathToSource(diagram, positions, symbol) : [];
}

function Analysis({ diagram, now }: ShownDiagram) {
  const t = useT(texts);
  const nameOf = useSymbolName();
  const [question, setQuestion] = useState<Question>(null);
  const known = now ?? NOTHING;
  const answer = useMemo(() => answerOf(diagram, known, question), [diagram, known, question]);
  const byKey = useMemo(() => symbolsByKey(diagram), [diagram]);
  const option = (symbol: DiagramSymbol) => ({ value: symbol.key, label: nameOf(symbol) });
  const chosen = (kind: 'opened' | 'path') => (question?.ask === kind ? question.key : undefined);
  const choose = (ask: 'opened' | 'path') => (key: string | undefined) =>
    setQuestion(key === undefined ? null : { ask, key });
  const names = (answer ?? []).flatMap((key) => {
    const symbol = byKey.get(key);
    return symbol ? [nameOf(symbol)] : [];
  });
  return (
    <>
      <div className="wd-diagram-tools">
        <Select
          className="wd-diagram-ask"
          aria-label={t('diagram.ifOpened')}
          placeholder={t('diagram.ifOpened')}
          allowClear
          showSearch={{ optionFilterProp: 'label' }}
          options={breakersOf(diagram).map(option)}
          value={chosen('opened')}
          onChange={choose('opened')}
        />
        <Select
          className="wd-diagram-ask"
          aria-label={t('diagram.pathOf')}
          placeholder={t('diagram.pathOf')}
          allowClear
          showSearch={{ optionFilterProp: 'label' }}
          options={diagram.symbols.filter(({ kind }) => kind !== 'text').map(option)}
          value={chosen('path')}
          onChange={choose('path')}
        />
      </div>
      {question && (
        <p role="status" className="wd-diagram-answer">
          {names.length === 0
            ? t(question.ask === 'opened' ? 'diagram.nothingLost' : 'diagram.noPath')
            : t(question.ask === 'opened' ? 'diagram.lost' : 'diagram.path', {
                names: names.join(question.ask === 'opened' ? ', ' : ' → '),
              })}
        </p>
      )}
      <DiagramCanvas
        diagram={diagram}
        now={now}
        label={t('diagram.analysis')}
        selected={NONE}
        onSelect={(keys) => {
          const [key] = keys;
          if (key !== undefined) setQuestion({ ask: 'path', key });
        }}
        {...(question && { marked: new Set([question.key, ...(answer ?? [])]) })}
      />
      <NodeTable diagram={diagram} now={known} />
    </>
  );
}

interface NodeRow {
  key: string;
  name: string;
  into: number;
  out: number;
  unmeasured: number;
}

/** Lists incoming and outgoing power of each busbar. The difference is not measured. */
function NodeTable({ diagram, now }: { diagram: Diagram; now: DiagramNow }) {
  const t = useT(texts);
  const nameOf = useSymbolName();
  const rows = useMemo(() => {
    const byKey = symbolsByKey(diagram);
    const flows = wireFlows(diagram, powersOf(diagram, now.values));
    return nodeLoads(diagram, flows).map(
      (load): NodeRow => ({ ...load, name: nameOf(byKey.get(load.key)!) }),
    );
  }, [diagram, now, nameOf]);
  const power = (id: 'into' | 'out', title: string): Column<NodeRow> => ({
    ...{ id, title, width: 140, figures: true },
    value: (row) => row[id],
    cell: (row) => formatQuantity(row[id], 'kW', KW),
  });
  const columns: Column<NodeRow>[] = [
    { id: 'name', title: t('diagram.node'), width: 200, value: ({ name }) => name, cell: ({ name }) => name },
    power('into', t('diagram.into')),
    power('out', t('diagram.out')),
    {
      ...{ id: 'unmeasured', title: t('diagram.unmeasured'), width: 140, figures: true },
      value: ({ unmeasured }) => unmeasured,
      cell: ({ unmeasured }) => String(unmeasured),
    },
  ];
  if (rows.length === 0) return null;
  return (
    <RowsTable
      named
      card
      label={t('diagram.nodes')}
      rows={rows}
      columns={columns}
      rowKey={({ key }) => key}
    />
  );
}
