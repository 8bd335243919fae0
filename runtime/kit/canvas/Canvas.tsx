/** The parts that every drawing on a canvas has: the way it is zoomed, and how it fills its room. */
import { Controls, type FitViewOptions, useReactFlow, useStore } from '@xyflow/react';
import { useEffect } from 'react';
import { useT } from '../i18n/index.ts';
import '@xyflow/react/dist/base.css';
import './canvas.css';
import texts from './texts.json';

/** A drawing that follows from something else: nothing in it is moved or chosen, and other ways lead to its parts. */
export const FOLLOWING = {
  nodesDraggable: false,
  nodesFocusable: false,
  edgesFocusable: false,
  elementsSelectable: false,
  deleteKeyCode: null,
  minZoom: 0.25,
  maxZoom: 1.5,
  proOptions: { hideAttribution: true },
} as const;

/** The words of the zoom's buttons, for `ariaLabelConfig`. */
export function useZoomWords() {
  const t = useT(texts);
  return {
    'controls.ariaLabel': t('canvas.zoom'),
    'controls.zoomIn.ariaLabel': t('canvas.zoomIn'),
    'controls.zoomOut.ariaLabel': t('canvas.zoomOut'),
    'controls.fitView.ariaLabel': t('canvas.zoomFit'),
  };
}

/** Fits the drawing again where a panel beside it takes a part of its width. */
export function ZoomControls({ fit }: { fit: FitViewOptions }) {
  const width = useStore((state) => state.width);
  const { fitView } = useReactFlow();
  useEffect(() => {
    if (width > 0) void fitView(fit);
  }, [width, fitView, fit]);
  return (
    <Controls
      className="wd-canvas-zoom"
      showInteractive={false}
      position="bottom-left"
      fitViewOptions={fit}
    />
  );
}
