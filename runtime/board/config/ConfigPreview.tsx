import { ROW_HEIGHT } from '../../core/document/layout.ts';
import type { Scheduler } from '../../core/scheduler/scheduler.ts';
import { useT } from '../../kit/i18n/index.ts';
import { SPACE_STEP } from '../../kit/theme/tokens.ts';
import { type WidgetHandlers, WidgetView } from '../frame/WidgetView.tsx';
import type { BoardMoment, ShownWidget } from '../live/useBoardData.ts';

const LEAST_ROWS = 3;
const noHandlers: WidgetHandlers = {
  onConfigure() {},
  onDuplicate() {},
  onLock() {},
  onRemove() {},
  onReload() {},
};

interface Props {
  preview: ShownWidget | null;
  moment: BoardMoment;
  scheduler: Scheduler;
  rows: number;
}

/** Shows the resulting widget in its height on the board. */
export function ConfigPreview({ preview, moment, scheduler, rows }: Props) {
  const t = useT();
  return (
    <aside className="wd-config-preview" aria-label={t('board.preview')}>
      <p>{t('board.preview')}</p>
      <div style={{ height: Math.max(rows, LEAST_ROWS) * (ROW_HEIGHT + SPACE_STEP * 2) }}>
        {preview && (
          <WidgetView
            shown={preview}
            moment={moment}
            editing={false}
            scheduler={scheduler}
            handlers={noHandlers}
          />
        )}
      </div>
    </aside>
  );
}
