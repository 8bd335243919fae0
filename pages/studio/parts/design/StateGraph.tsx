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
import type { Lang } from '../../../../runtime/core/lang.ts';
import { FOLLOWING, useZoomWords, ZoomControls } from '../../../../runtime/kit/canvas/Canvas.tsx';
import { useLang, useT } from '../../../../runtime/kit/i18n/index.ts';
import { usePhone } from '../../../../runtime/kit/theme/useMedia.ts';
import { placeStates } from './stateLayout.ts';
import { movesOf, statesOf, type Value } from './states.ts';
import texts from './texts.json';

type StateNode = Node<
  { title: string; color: Option['color']; isInitial: boolean; isOpen: boolean; isDown: boolean },
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
  const lang = useLang();
  const isDown = usePhone();
  const words = useZoomWords();
  const { nodes, edges } = useMemo(
    () => readGraph(entity, lang, { isOpen: onConnect !== null, isDown }),
    [entity, lang, onConnect, isDown],
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
  lang: Lang,
  { isOpen, isDown }: { isOpen: boolean; isDown: boolean },
): { nodes: StateNode[]; edges: Edge[] } {
  const placed = placeStates(entity, lang, isDown);
  const ranks = new Map(placed.map(({ option, rank }) => [option.value as Value, rank]));
  return {
    nodes: placed.map(({ option, x, y }) => ({
      ...{ id: String(option.value), type: 'state', position: { x, y } },
      data: {
        title: option.title[lang],
        color: option.color,
        isInitial: option.value === entity.states?.initial,
        ...{ isOpen, isDown },
      },
    })),
    edges: movesOf(entity).flatMap((move) =>
      (move.from ?? []).map((from) => ({
        id: `${move.name} ${from}`,
        source: String(from),
        target: String(move.to),
        label: move.title[lang],
        type: (ranks.get(from) ?? 0) < (ranks.get(move.to ?? '') ?? 0) ? 'default' : 'smoothstep',
        markerEnd: { type: MarkerType.ArrowClosed },
      })),
    ),
  };
}

function StateBox({ data: { title, color, isInitial, isOpen, isDown } }: NodeProps<StateNode>) {
  return (
    <div className="wd-design-box" data-color={color} data-first={isInitial || undefined}>
      <Handle type="target" position={isDown ? Position.Top : Position.Left} isConnectable={isOpen} />
      {title}
      <Handle type="source" position={isDown ? Position.Bottom : Position.Right} isConnectable={isOpen} />
    </div>
  );
}
