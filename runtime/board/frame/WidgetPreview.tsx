import { useMemo } from 'react';
import type { DrawnWidget } from '../../../generated/drawnWidgets.ts';
import { readConfig } from '../../core/document/config.ts';
import { textsTable } from '../../core/document/texts.ts';
import type { BoardMoment } from '../live/useBoardData.ts';
import { frameTitle, translateConfig } from '../widget/resolve.ts';
import type { AnyWidgetModule } from '../widget/widget.ts';
import { WidgetBoundary } from './WidgetBoundary.tsx';
import { WidgetFrame } from './WidgetFrame.tsx';
import { WidgetSkeleton } from './WidgetStates.tsx';

interface Props {
  definition: DrawnWidget;
  module: AnyWidgetModule | 'failed' | undefined;
  moment: BoardMoment;
}

const nothing = () => {};

const ROOM = 294;
const COLUMN = 56;
const ROW = 44;
const WIDEST = 460;
const HIGHEST = 300;

/** Returns the size on a board, limited so that the scaled-down text remains readable. */
function readShape({ w, h }: DrawnWidget['size']) {
  const width = Math.min(Math.max(w * COLUMN, ROOM), WIDEST);
  const height = Math.min(h * ROW, HIGHEST);
  return { width, height, zoom: ROOM / width };
}

/** Shows the widget itself with its sample data. */
export function WidgetPreview({ definition, module, moment }: Props) {
  const shown = useMemo(() => {
    if (!module || module === 'failed') return null;
    const context = { ...moment, now: Date.now(), editing: true };
    const { config, results } = module.sample(context);
    const words = { table: textsTable(), lang: moment.lang };
    const shownConfig = translateConfig(definition, readConfig(definition.config, config), words);
    return { context, config: shownConfig, results, Component: module.Component };
  }, [definition, module, moment]);
  const shape = readShape(definition.size);
  if (!shown)
    return (
      <div className="wd-preview" style={shape}>
        {module !== 'failed' && <WidgetSkeleton />}
      </div>
    );
  const { Component, config, context, results } = shown;
  const title = frameTitle(config, definition);
  return (
    <div className="wd-preview" style={shape} inert>
      <WidgetFrame name={title ?? definition.type} title={title}>
        <WidgetBoundary resetKey={config} fallback={() => null}>
          <Component
            id={`preview-${definition.type}`}
            config={config}
            context={context}
            results={results}
            compared={[]}
            status="ready"
            retry={nothing}
            refresh={nothing}
          />
        </WidgetBoundary>
      </WidgetFrame>
    </div>
  );
}
