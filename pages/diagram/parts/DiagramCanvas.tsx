import {
  Background,
  ConnectionMode,
  type NodeChange,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
  ViewportPortal,
} from '@xyflow/react';
import { memo, use, useMemo, useRef, useState } from 'react';
import { wireFlows } from '../../../runtime/core/diagram/analysis.ts';
import { type Diagram, type DiagramWire, GRID, sizeOf } from '../../../runtime/core/diagram/diagram.ts';
import { powersOf } from '../../../runtime/core/diagram/labels.ts';
import { type Supplies, suppliesOf } from '../../../runtime/core/diagram/supply.ts';
import { useZoomWords, ZoomControls } from '../../../runtime/kit/canvas/Canvas.tsx';
import { useT } from '../../../runtime/kit/i18n/index.ts';
import texts from '../texts.json';
import { LookContext, SymbolBox, type SymbolNode, ValuesContext } from './SymbolBox.tsx';
import type { DiagramNow } from './useDiagram.ts';
import { Wires, type WiresProps } from './Wires.tsx';

/** The user's actions during editing. */
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
  /** Highlighted symbols. All others are dimmed. */
  marked?: ReadonlySet<string> | undefined;
  acts?: DiagramActs | undefined;
}

const NODE_TYPES = { symbol: SymbolBox };
/** Padding for labels on the right. */
const FIT = {
  padding: { top: '24px', right: '96px', bottom: '40px', left: '24px' },
  maxZoom: 1.25,
} as const;
const SNAP: [number, number] = [GRID, GRID];
export const DRAG_TYPE = 'application/x-wattdeck-symbol';

/** Returns the previous map if equal, because values change far more often than breakers and directions. */
function useSettled<K, V>(map: ReadonlyMap<K, V> | null): ReadonlyMap<K, V> | null {
  const settled = useRef(map);
  const before = settled.current;
  const isSame =
    map !== null && before?.size === map.size && [...map].every(([key, value]) => before.get(key) === value);
  if (!isSame) settled.current = map;
  return settled.current;
}

/** Draws a wiring diagram. Users can drag and zoom it, and reach its symbols by Tab. */
export function DiagramCanvas({ now, label, ...drawn }: Props) {
  const t = useT(texts);
  const { diagram, marked, acts } = drawn;
  const positions = useSettled(now?.positions ?? null);
  const supplies = useMemo(() => (positions ? suppliesOf(diagram, positions) : null), [diagram, positions]);
  const look = useMemo(
    () => ({ positions, supplies, marked, editing: acts !== undefined }),
    [positions, supplies, marked, acts],
  );
  return (
    <LookContext value={look}>
      <ValuesContext value={now?.values ?? null}>
        <ReactFlowProvider>
          <section className="wd-diagram-canvas" aria-label={label}>
            <Drawing {...drawn} supplies={supplies} />
            {now && <Legend words={[t('diagram.live'), t('diagram.dead'), t('diagram.unknown')]} />}
          </section>
        </ReactFlowProvider>
      </ValuesContext>
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

type DrawingProps = Omit<Props, 'now' | 'label'> & { supplies: Supplies | null };

/** Returns the nodes of the drawing. During a drag, the position of the dragged node is newer than the diagram's. */
function useNodes({ diagram, selected, acts }: DrawingProps) {
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
        };
      }),
    [moved, selected],
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

/** Renders everything except values, so that new values do not render the drawing. */
const Drawing = memo(function Drawing(props: DrawingProps) {
  const { selected, onSelect, marked, acts, supplies } = props;
  const t = useT(texts);
  const words = useZoomWords();
  const { moved, nodes, onMove } = useNodes(props);
  const { screenToFlowPosition } = useReactFlow();
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
        <LiveWires diagram={moved} {...{ supplies, marked }} />
      </ViewportPortal>
      <ZoomControls fit={FIT} />
    </ReactFlow>
  );
});

/** Draws the wires with the current power flow. */
function LiveWires({ diagram, ...looks }: Omit<WiresProps, 'flows'>) {
  const values = use(ValuesContext);
  const flows = useSettled(
    useMemo(
      () => (values ? directionsOf(wireFlows(diagram, powersOf(diagram, values))) : null),
      [diagram, values],
    ),
  );
  return <Wires diagram={diagram} flows={flows} {...looks} />;
}

const directionsOf = (flows: ReadonlyMap<number, number>): ReadonlyMap<number, number> =>
  new Map([...flows].map(([place, power]) => [place, Math.sign(power)]));
