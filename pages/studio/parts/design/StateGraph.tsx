import {
  Background,
  type Connection,
  type Edge,
  Handle,
  MarkerType,
  type Node,
  type NodeProps,
  Position,
  ReactFlow,
  ReactFlowProvider,
} from '@xyflow/react';
import { useMemo } from 'react';
import type { EntityDefinition, Option } from '../../../../generated/definition.ts';
import { FOLLOWING, useZoomWords, ZoomControls } from '../../../../runtime/kit/canvas/Canvas.tsx';
import { useT, useText } from '../../../../runtime/kit/i18n/index.ts';
import { movesOf, placeStates, statesOf, type Value } from './states.ts';
import texts from './texts.json';

type StateNode = Node<
  { title: string; color: Option['color']; isInitial: boolean; isOpen: boolean },
  'state'
>;

const NODE_TYPES = { state: StateBox };
const FIT = { padding: 0.1, maxZoom: 1 };

interface Props {
  entity: EntityDefinition;
  /** Null: it is only looked at. */
  onConnect: ((from: Value, to: Value) => void) | null;
}

/** The states with arrows between them; one is drawn from a state to another. The list below says the same. */
export default function StateGraph({ entity, onConnect }: Props) {
  const t = useT(texts);
  const text = useText();
  const words = useZoomWords();
  const { nodes, edges } = useMemo(
    () => readGraph(entity, text, onConnect !== null),
    [entity, text, onConnect],
  );
  const stateOf = (id: string) => statesOf(entity).find(({ value }) => String(value) === id)?.value;
  const connect = ({ source, target }: Connection) => {
    const [from, to] = [stateOf(source), stateOf(target)];
    if (from !== undefined && to !== undefined && from !== to) onConnect?.(from as Value, to as Value);
  };
  return (
    // Another state, or another order of them: the drawing fits its room again.
    <ReactFlowProvider key={nodes.map(({ id, position }) => `${id} ${position.x}`).join()}>
      <section className="wd-design-graph" aria-label={t('design.graph')}>
        <ReactFlow<StateNode, Edge>
          nodes={nodes}
          edges={edges}
          {...FOLLOWING}
          nodeTypes={NODE_TYPES}
          onConnect={connect}
          fitView
          fitViewOptions={FIT}
          nodesConnectable={onConnect !== null}
          ariaLabelConfig={words}
        >
          <Background gap={20} />
          <ZoomControls fit={FIT} />
        </ReactFlow>
      </section>
    </ReactFlowProvider>
  );
}

function readGraph(
  entity: EntityDefinition,
  text: ReturnType<typeof useText>,
  isOpen: boolean,
): { nodes: StateNode[]; edges: Edge[] } {
  const placed = placeStates(entity);
  const depth = new Map(placed.map(({ option, x }) => [option.value as Value, x]));
  return {
    nodes: placed.map(({ option, x, y }) => ({
      ...{ id: String(option.value), type: 'state', position: { x, y } },
      data: {
        title: text(option.title),
        color: option.color,
        isInitial: option.value === entity.states?.initial,
        isOpen,
      },
    })),
    edges: movesOf(entity).flatMap((move) =>
      (move.from ?? []).map((from) => ({
        id: `${move.name} ${from}`,
        source: String(from),
        target: String(move.to),
        label: text(move.title),
        type: (depth.get(from) ?? 0) < (depth.get(move.to ?? '') ?? 0) ? 'default' : 'smoothstep',
        markerEnd: { type: MarkerType.ArrowClosed },
      })),
    ),
  };
}

function StateBox({ data: { title, color, isInitial, isOpen } }: NodeProps<StateNode>) {
  return (
    <div className="wd-design-box" data-color={color} data-first={isInitial || undefined}>
      <Handle type="target" position={Position.Left} isConnectable={isOpen} />
      {title}
      <Handle type="source" position={Position.Right} isConnectable={isOpen} />
    </div>
  );
}
