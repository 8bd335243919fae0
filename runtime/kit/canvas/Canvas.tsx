/** Common parts of drawings on a canvas: zoom, and fitting. */
import { Controls, type FitViewOptions, useReactFlow, useStore } from '@xyflow/react';
import { useEffect } from 'react';
import { useT } from '../i18n/index.ts';
import '@xyflow/react/dist/base.css';
import './canvas.css';
import texts from './texts.json';

/** Settings of a read-only drawing. Its parts cannot be moved or selected. */
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

/** Returns the texts of the zoom buttons, for `ariaLabelConfig`. */
export function useZoomWords() {
  const t = useT(texts);
  return {
    'controls.ariaLabel': t('canvas.zoom'),
    'controls.zoomIn.ariaLabel': t('canvas.zoomIn'),
    'controls.zoomOut.ariaLabel': t('canvas.zoomOut'),
    'controls.fitView.ariaLabel': t('canvas.zoomFit'),
  };
}

/** Fits the drawing again when a side panel changes its width. */
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
