/** A drawing derived from data. Users can move and zoom it, and reach its cards by Tab in reading order. */
import {
  Background,
  type Edge,
  type Node,
  type NodeTypes,
  ReactFlow,
  ReactFlowProvider,
} from '@xyflow/react';
import { FOLLOWING, useZoomWords, ZoomControls } from './Canvas.tsx';

const FIT = { padding: 0.05, maxZoom: 1 };

interface Props<Box extends Node> {
  /** Description for screen readers. */
  label: string;
  nodes: Box[];
  edges: Edge[];
  nodeTypes: NodeTypes;
}

export function DerivedDrawing<Box extends Node>({ label, nodes, edges, nodeTypes }: Props<Box>) {
  const words = useZoomWords();
  return (
    <ReactFlowProvider>
      <section className="wd-flow-canvas" aria-label={label}>
        <ReactFlow<Box, Edge>
          nodes={nodes}
          edges={edges}
          {...FOLLOWING}
          nodeTypes={nodeTypes}
          fitView
          fitViewOptions={FIT}
          nodesConnectable={false}
          panOnScroll
          ariaLabelConfig={words}
        >
          <Background gap={20} />
          <ZoomControls fit={FIT} />
        </ReactFlow>
      </section>
    </ReactFlowProvider>
  );
}
