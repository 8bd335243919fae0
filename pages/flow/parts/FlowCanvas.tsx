import { type Edge, Handle, type Node, type NodeProps, Position } from '@xyflow/react';
import { createContext, useContext, useMemo } from 'react';
import type { Entity } from '../../../runtime/core/definitions/entities.ts';
import { type Flow, walkFlow } from '../../../runtime/core/flow/walk.ts';
import { DerivedDrawing } from '../../../runtime/kit/canvas/DerivedDrawing.tsx';
import { useT, useText } from '../../../runtime/kit/i18n/index.ts';
import { nodeAt } from '../model/edit.ts';
import { type Drawn, drawFlow } from '../model/layout.ts';
import texts from '../texts.json';
import { AddButton } from './AddButton.tsx';
import { type FlowActs, FlowCard } from './FlowCard.tsx';
import { ConditionWords } from './FlowWords.tsx';
import type { Problem } from './useFlows.ts';

interface Shown {
  entity: Entity;
  flow: Flow;
  problems: readonly Problem[];
  open: string | null;
  acts?: FlowActs | undefined;
}

type BoxNode = Node<{ drawn: Drawn }, 'box'>;

const ShownContext = createContext<Shown | null>(null);
const NODE_TYPES = { box: Box };
/** Lines have round corners close to the cards. */
const BEND = { offset: 4, borderRadius: 6 };

/** Draws the flow. */
export function FlowCanvas(shown: Shown) {
  const t = useT(texts);
  const { flow } = shown;
  const { nodes, edges } = useMemo(() => readDrawing(flow), [flow]);
  return (
    <ShownContext value={shown}>
      <DerivedDrawing label={t('flow.drawing')} nodes={nodes} edges={edges} nodeTypes={NODE_TYPES} />
    </ShownContext>
  );
}

function readDrawing(flow: Flow): { nodes: BoxNode[]; edges: Edge[] } {
  const { boxes, lines } = drawFlow(flow);
  return {
    nodes: boxes.map((drawn) => {
      const { id, x, y, width, height } = drawn;
      return { id, type: 'box', position: { x, y }, data: { drawn }, width, height };
    }),
    edges: lines.map(({ id, from, to, turn }) => ({
      ...{ id, source: from, target: to, type: 'smoothstep' },
      pathOptions: { ...BEND, ...(turn === undefined ? {} : { stepPosition: turn }) },
    })),
  };
}

function Box({ data: { drawn } }: NodeProps<BoxNode>) {
  return (
    <div className="wd-flow-box" data-kind={drawn.kind}>
      <Handle type="target" position={Position.Top} isConnectable={false} />
      <Content drawn={drawn} />
      <Handle type="source" position={Position.Bottom} isConnectable={false} />
    </div>
  );
}

function Content({ drawn }: { drawn: Drawn }) {
  const t = useT(texts);
  const text = useText();
  const shown = useContext(ShownContext)!;
  const { entity, flow, problems, open, acts } = shown;
  switch (drawn.kind) {
    case 'start':
    case 'end':
      return <span className="wd-flow-mark">{t(`flow.${drawn.kind}`)}</span>;
    case 'join':
      return null;
    case 'add': {
      const before = drawn.place.at(-1) ?? 0;
      const previous = nodeAt(flow, [...drawn.place.slice(0, -1), before - 1]);
      const label = previous ? t('flow.addAfter', { title: text(previous.title) }) : t('flow.addFirst');
      return acts ? <AddButton label={label} onAdd={(kind) => acts.onInsert(drawn.place, kind)} /> : null;
    }
    case 'path': {
      const isLast = drawn.node.do === 'branch' && drawn.path.when === undefined;
      return (
        <button
          type="button"
          className="wd-flow-path"
          tabIndex={acts ? 0 : -1}
          onClick={() => acts?.onOpen(drawn.node.name)}
        >
          <strong>{text(drawn.path.title)}</strong>
          {drawn.node.do === 'branch' && !isLast && (
            <small>
              <ConditionWords entity={entity.name} when={drawn.path.when} />
            </small>
          )}
        </button>
      );
    }
    case 'node': {
      const order = walkFlow(flow).map(({ node }) => node.name);
      return (
        <FlowCard
          {...{ entity, problems, acts, node: drawn.node, place: drawn.place }}
          no={order.indexOf(drawn.node.name) + 1}
          count={order.length}
          open={open === drawn.node.name}
        />
      );
    }
  }
}
