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
import type { EntityDefinition, Option } from '../../../../../generated/definition.ts';
import type { Lang } from '../../../../../runtime/core/text/lang.ts';
import { pickText } from '../../../../../runtime/core/text/pickText.ts';
import { FOLLOWING, useZoomWords, ZoomControls } from '../../../../../runtime/kit/canvas/Canvas.tsx';
import { useLang, useT } from '../../../../../runtime/kit/i18n/index.ts';
import texts from '../texts.json';
import { placeStates } from './stateLayout.ts';
import { movesOf, statesOf, type Value } from './states.ts';

type StateNode = Node<
  { title: string; color: Option['color']; into: string[]; isInitial: boolean; isOpen: boolean },
  'state'
>;

const NODE_TYPES = { state: StateBox };
const FIT = { padding: 0.1, maxZoom: 1 };

interface Props {
  entity: EntityDefinition;
  /** Null for a read-only graph. */
  onConnect: ((from: Value, to: Value) => void) | null;
}

/**
 * Draws the states with arrows between them. The user draws an arrow from one state to another. The list below shows
 * the same.
 */
export default function StateGraph({ entity, onConnect }: Props) {
  const t = useT(texts);
  const lang = useLang();
  const words = useZoomWords();
  const { nodes, edges } = useMemo(
    () => readGraph(entity, lang, onConnect !== null),
    [entity, lang, onConnect],
  );
  const stateOf = (id: string) => statesOf(entity).find(({ value }) => String(value) === id)?.value;
  const connect = ({ source, target }: Connection) => {
    const [from, to] = [stateOf(source), stateOf(target)];
    if (from !== undefined && to !== undefined && from !== to) onConnect?.(from as Value, to as Value);
  };
  return (
    // After a change of the states or of their order, the drawing is fitted to its area again.
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
  lang: Lang,
  isOpen: boolean,
): { nodes: StateNode[]; edges: Edge[] } {
  const placed = placeStates(entity, lang);
  const ranks = new Map(placed.map(({ option, rank }) => [option.value as Value, rank]));
  return {
    nodes: placed.map(({ option, x, y, width, into }) => ({
      ...{ id: String(option.value), type: 'state', position: { x, y }, width },
      data: {
        title: pickText(option.title, lang),
        color: option.color,
        isInitial: option.value === entity.states?.initial,
        ...{ into, isOpen },
      },
    })),
    edges: movesOf(entity).flatMap((move) =>
      (move.from ?? []).map((from) => ({
        id: `${move.name} ${from}`,
        source: String(from),
        target: String(move.to),
        type: (ranks.get(from) ?? 0) < (ranks.get(move.to ?? '') ?? 0) ? 'default' : 'smoothstep',
        markerEnd: { type: MarkerType.ArrowClosed },
      })),
    ),
  };
}

function StateBox({ data: { title, color, into, isInitial, isOpen } }: NodeProps<StateNode>) {
  return (
    <div className="wd-design-node">
      <Handle type="target" position={Position.Top} isConnectable={isOpen} />
      {into.map((name, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two buttons may be called the same
        <span key={at}>{name}</span>
      ))}
      <div className="wd-design-box" data-color={color} data-first={isInitial || undefined}>
        {title}
      </div>
      <Handle type="source" position={Position.Bottom} isConnectable={isOpen} />
    </div>
  );
}
