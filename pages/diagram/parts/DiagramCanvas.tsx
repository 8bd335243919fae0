import {
  Background,
  ConnectionMode,
  Handle,
  type Node,
  type NodeChange,
  type NodeProps,
  Position,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
  ViewportPortal,
} from '@xyflow/react';
import { createContext, memo, useContext, useMemo, useRef, useState } from 'react';
import { wireFlows } from '../../../runtime/core/diagram/analysis.ts';
import {
  type Diagram,
  type DiagramSymbol,
  type DiagramWire,
  GRID,
  type Side,
  sizeOf,
  terminalsOf,
} from '../../../runtime/core/diagram/diagram.ts';
import {
  type Position as BreakerPosition,
  LABEL_LINE,
  labelAt,
} from '../../../runtime/core/diagram/drawing.ts';
import { type LabelLine, labelLines, powersOf } from '../../../runtime/core/diagram/labels.ts';
import {
  type Positions,
  type Supplies,
  type Supply,
  suppliesOf,
} from '../../../runtime/core/diagram/supply.ts';
import { useZoomWords, ZoomControls } from '../../../runtime/kit/canvas/Canvas.tsx';
import { useT } from '../../../runtime/kit/i18n/index.ts';
import texts from '../texts.json';
import { SymbolDrawing } from './SymbolDrawing.tsx';
import { useSymbolWords } from './symbolWords.ts';
import type { DiagramNow } from './useDiagram.ts';
import { Wires } from './Wires.tsx';

type SymbolNode = Node<{ symbol: DiagramSymbol }, 'symbol'>;

/** A diagram that is drawn on: what its reader does to it. */
export interface DiagramActs {
  onMove(places: ReadonlyMap<string, { x: number; y: number }>): void;
  onConnect(wire: DiagramWire): void;
  onDrop(kind: string, place: { x: number; y: number }): void;
}

interface Props {
  diagram: Diagram;
  now: DiagramNow | null;
  label: string;
  selected: ReadonlySet<string>;
  onSelect(keys: ReadonlySet<string>): void;
  /** Symbols that are brought out, all others stepping back. */
  marked?: ReadonlySet<string> | undefined;
  acts?: DiagramActs | undefined;
}

interface Look {
  now: DiagramNow | null;
  supplies: Supplies | null;
  marked: ReadonlySet<string> | undefined;
  editing: boolean;
}

const LookContext = createContext<Look | null>(null);
const NODE_TYPES = { symbol: memo(SymbolBox) };
/** Labels stand beside their symbols, at the right. */
const FIT = {
  padding: { top: '24px', right: '96px', bottom: '40px', left: '24px' },
  maxZoom: 1.25,
} as const;
const SNAP: [number, number] = [GRID, GRID];
export const DRAG_TYPE = 'application/x-wattdeck-symbol';

const POSITIONS: Readonly<Record<Side, Position>> = {
  top: Position.Top,
  right: Position.Right,
  bottom: Position.Bottom,
  left: Position.Left,
};

/** The same positions as before as long as they say the same: values change far oftener than breakers do. */
function useSettled(positions: Positions | null): Positions | null {
  const settled = useRef(positions);
  const before = settled.current;
  const isSame =
    positions !== null &&
    before?.size === positions.size &&
    [...positions].every(([key, closed]) => before.get(key) === closed);
  if (!isSame) settled.current = positions;
  return settled.current;
}

/** A wiring diagram that is moved by dragging and turning the wheel; its symbols are reached by Tab. */
export function DiagramCanvas(props: Props) {
  const t = useT(texts);
  const { diagram, now, marked, acts, label } = props;
  const positions = useSettled(now?.positions ?? null);
  const supplies = useMemo(() => (positions ? suppliesOf(diagram, positions) : null), [diagram, positions]);
  const look = useMemo(
    () => ({ now, supplies, marked, editing: acts !== undefined }),
    [now, supplies, marked, acts],
  );
  return (
    <LookContext value={look}>
      <ReactFlowProvider>
        <section className="wd-diagram-canvas" aria-label={label}>
          <Drawing {...props} supplies={supplies} />
          {now && <Legend words={[t('diagram.live'), t('diagram.dead'), t('diagram.unknown')]} />}
        </section>
      </ReactFlowProvider>
    </LookContext>
  );
}

function Legend({ words: [live, dead, unknown] }: { words: [string, string, string] }) {
  return (
    <ul className="wd-diagram-legend">
      <li data-supply="live">{live}</li>
      <li data-supply="dead">{dead}</li>
      <li data-supply="unknown">{unknown}</li>
    </ul>
  );
}

type DrawingProps = Props & { supplies: Supplies | null };

/** The nodes of the drawing; while one is dragged its place is ahead of the diagram's. */
function useNodes({ diagram, selected, acts, supplies }: DrawingProps) {
  const wordsOf = useSymbolWords();
  const [dragged, setDragged] = useState<ReadonlyMap<string, { x: number; y: number }>>(new Map());
  const moved = useMemo(
    () =>
      dragged.size === 0
        ? diagram
        : {
            ...diagram,
            symbols: diagram.symbols.map((symbol) => ({ ...symbol, ...dragged.get(symbol.key) })),
          },
    [diagram, dragged],
  );
  const nodes = useMemo(
    () =>
      moved.symbols.map((symbol): SymbolNode => {
        const { key, x, y } = symbol;
        const size = sizeOf(symbol);
        return {
          ...{ id: key, type: 'symbol', position: { x, y }, data: { symbol }, ...size },
          selected: selected.has(key),
          ariaRole: 'button',
          ariaLabel: wordsOf(symbol, supplies?.of(symbol)),
        };
      }),
    [moved, selected, supplies, wordsOf],
  );
  const onMove = (changes: readonly NodeChange<SymbolNode>[]): void => {
    const places = new Map(dragged);
    let ends = false;
    for (const change of changes) {
      if (change.type !== 'position' || !change.position) continue;
      places.set(change.id, change.position);
      if (!change.dragging) ends = true;
    }
    if (places.size === 0) return;
    setDragged(ends ? new Map() : places);
    if (ends) acts?.onMove(places);
  };
  return { moved, nodes, onMove };
}

function Drawing(props: DrawingProps) {
  const { now, selected, onSelect, marked, acts, supplies } = props;
  const t = useT(texts);
  const words = useZoomWords();
  const { moved, nodes, onMove } = useNodes(props);
  const { screenToFlowPosition } = useReactFlow();
  const flows = useMemo(
    () => (now ? wireFlows(moved, powersOf(moved, now.values)) : new Map<number, number>()),
    [moved, now],
  );
  const onNodesChange = (changes: NodeChange<SymbolNode>[]): void => {
    const picked = changes.filter((change) => change.type === 'select');
    if (picked.length > 0) {
      const keys = new Set(selected);
      for (const { id, selected: isPicked } of picked) isPicked ? keys.add(id) : keys.delete(id);
      onSelect(keys);
    }
    onMove(changes);
  };
  return (
    <ReactFlow<SymbolNode>
      nodes={nodes}
      edges={[]}
      nodeTypes={NODE_TYPES}
      onNodesChange={onNodesChange}
      onPaneClick={() => onSelect(new Set())}
      onConnect={({ source, sourceHandle, target, targetHandle }) =>
        acts?.onConnect({
          from: source,
          fromPort: Number(sourceHandle),
          to: target,
          toPort: Number(targetHandle),
        })
      }
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        const kind = event.dataTransfer.getData(DRAG_TYPE);
        if (kind) acts?.onDrop(kind, screenToFlowPosition({ x: event.clientX, y: event.clientY }));
      }}
      connectionMode={ConnectionMode.Loose}
      fitView
      fitViewOptions={FIT}
      minZoom={0.1}
      maxZoom={3}
      snapToGrid
      snapGrid={SNAP}
      nodesDraggable={acts !== undefined}
      nodesConnectable={acts !== undefined}
      edgesFocusable={false}
      deleteKeyCode={null}
      proOptions={{ hideAttribution: true }}
      ariaLabelConfig={{
        'node.a11yDescription.default': t('diagram.nodeHelp'),
        'node.a11yDescription.keyboardDisabled': t('diagram.nodeHelp'),
        ...words,
      }}
    >
      {acts && <Background gap={GRID} />}
      <ViewportPortal>
        <Wires diagram={moved} {...{ supplies, flows, marked }} />
      </ViewportPortal>
      <ZoomControls fit={FIT} />
    </ReactFlow>
  );
}

function SymbolBox({ data: { symbol } }: NodeProps<SymbolNode>) {
  const t = useT(texts);
  const { now, supplies, marked, editing } = useContext(LookContext)!;
  return (
    <SymbolLook
      {...{ symbol, editing }}
      position={now?.positions.get(symbol.key)}
      lines={labelLines(symbol, now?.values ?? null, t('diagram.gone'))}
      supply={supplies?.of(symbol)}
      faint={marked !== undefined && !marked.has(symbol.key)}
    />
  );
}

interface SymbolLookProps {
  symbol: DiagramSymbol;
  position: BreakerPosition | undefined;
  lines: readonly LabelLine[];
  supply: Supply | undefined;
  faint: boolean;
  editing: boolean;
}

const saysSame = (one: readonly LabelLine[], other: readonly LabelLine[]): boolean =>
  one.length === other.length &&
  one.every(({ text, old }, at) => text === other[at]?.text && old === other[at].old);

/** Most symbols look as before when the values of others change: these are not drawn again. */
const SymbolLook = memo(DrawnSymbol, ({ lines: before, ...one }, { lines, ...other }) => {
  const names = Object.keys(other) as (keyof typeof other)[];
  return saysSame(before, lines) && names.every((name) => one[name] === other[name]);
});

function DrawnSymbol({ symbol, position, lines, supply, faint, editing }: SymbolLookProps) {
  const at = labelAt(symbol);
  return (
    <div className="wd-diagram-symbol" data-supply={supply} data-faint={faint ? '' : undefined}>
      <SymbolDrawing symbol={symbol} position={position} />
      <span
        className="wd-diagram-label"
        style={{ left: at.x - symbol.x, top: at.y - symbol.y - LABEL_LINE, lineHeight: `${LABEL_LINE}px` }}
      >
        {lines.map(({ sn, text: line, old }) => (
          <span key={sn} data-old={old || undefined}>
            {line}
          </span>
        ))}
      </span>
      {editing &&
        terminalsOf(symbol).map(({ x, y, side }, port) => (
          <Handle
            key={`${x} ${y} ${side}`}
            id={String(port)}
            type="source"
            position={POSITIONS[side]}
            style={{ left: x, top: y }}
          />
        ))}
    </div>
  );
}
