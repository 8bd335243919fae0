import { type Edge, Handle, type Node, type NodeProps, Position } from '@xyflow/react';
import { createContext, useContext, useMemo } from 'react';
import { DerivedDrawing } from '../../../runtime/kit/canvas/DerivedDrawing.tsx';
import { useT } from '../../../runtime/kit/i18n/index.ts';
import type { Part } from '../model/edit.ts';
import texts from '../texts.json';
import { AddEffect, PartCard, type Shown } from './PartCard.tsx';

type Drawn = { kind: 'part'; part: Part } | { kind: 'add'; at: number };
type BoxNode = Node<{ drawn: Drawn }, 'box'>;

const ShownContext = createContext<Shown | null>(null);
const NODE_TYPES = { box: Box };
const BOX = { width: 280, height: 84, mark: 28, gap: 14 } as const;

/** Renders the parts from top to bottom. */
export function DrawingCanvas(shown: Shown) {
  const t = useT(texts);
  const { length } = shown.drawing.do;
  const { nodes, edges } = useMemo(() => placeParts(length), [length]);
  return (
    <ShownContext value={shown}>
      <DerivedDrawing label={t('automation.canvas')} nodes={nodes} edges={edges} nodeTypes={NODE_TYPES} />
    </ShownContext>
  );
}

function placeParts(effects: number): { nodes: BoxNode[]; edges: Edge[] } {
  const places = Array.from({ length: effects }, (_, at) => at);
  const parts: Drawn[] = [
    { kind: 'part', part: 'trigger' },
    { kind: 'part', part: 'condition' },
    { kind: 'add', at: 0 },
    ...places.flatMap((at): Drawn[] => [
      { kind: 'part', part: at },
      { kind: 'add', at: at + 1 },
    ]),
  ];
  let y = 0;
  const nodes = parts.map((drawn): BoxNode => {
    const size = drawn.kind === 'part' ? BOX : { width: BOX.mark, height: BOX.mark };
    const { width, height } = size;
    const position = { x: (BOX.width - width) / 2, y };
    y += height + BOX.gap;
    const id = drawn.kind === 'part' ? `part ${drawn.part}` : `add ${drawn.at}`;
    return { id, type: 'box', position, data: { drawn }, width, height };
  });
  const edges = nodes.slice(1).map(({ id }, at): Edge => {
    const source = nodes[at]?.id ?? '';
    return { id: `${source} ${id}`, source, target: id };
  });
  return { nodes, edges };
}

function Box({ data: { drawn } }: NodeProps<BoxNode>) {
  const shown = useContext(ShownContext)!;
  return (
    <div className="wd-flow-box">
      <Handle type="target" position={Position.Top} isConnectable={false} />
      {drawn.kind === 'part' && <PartCard {...shown} part={drawn.part} />}
      {drawn.kind === 'add' && shown.acts && <AddEffect at={drawn.at} acts={shown.acts} />}
      <Handle type="source" position={Position.Bottom} isConnectable={false} />
    </div>
  );
}
