import { useMemo } from 'react';
import type { BoardWidget } from '../../../generated/definition.ts';
import { configBack, configHere, nameAbsent } from '../../core/boards/boardBinding.ts';
import { useBoard } from '../document/useBoardStore.ts';
import { useWidgetName } from '../frame/WidgetView.tsx';
import { PREVIEW_ID, type ShownWidget } from '../live/useBoardData.ts';
import { useBoardSession } from '../session/boardSession.ts';
import { untranslateConfig } from '../widget/resolve.ts';
import { ConfigDialog } from './lazy.ts';

interface Props {
  open: ShownWidget;
  withPreview: readonly ShownWidget[];
  onPreview(widget: BoardWidget | null): void;
  onClose(): void;
}

/** Edits the configuration of one widget, with a preview of the result. */
export function BoardConfig({ open: { widget, resolved }, withPreview, onPreview, onClose }: Props) {
  const { store, station, moment, scheduler, actions, bound } = useBoardSession();
  const { bind } = bound;
  const layout = useBoard(store, (state) => state.history.document.layouts.lg);
  const texts = useBoard(store, (state) => state.history.document.texts);
  const nameOf = useWidgetName();
  // The form shows variables of this station. The stored variables belong to the station where the board was built.
  const here = useMemo(() => {
    if (resolved.state !== 'ready') return null;
    const { own, definition } = resolved;
    return { ...resolved, config: bind ? configHere(definition.config, own, bind) : own };
  }, [resolved, bind]);
  const absent = useMemo(() => (bind ? nameAbsent(bind) : {}), [bind]);
  if (!here) return null;
  const { definition, own } = here;
  const rows = layout.find((item) => item.i === widget.id)?.h ?? definition.size.h;
  return (
    <ConfigDialog
      widget={widget}
      resolved={here}
      name={nameOf({ widget, resolved })}
      absent={absent}
      moment={moment}
      scheduler={scheduler}
      rows={rows}
      preview={withPreview.find((shownWidget) => shownWidget.widget.id === PREVIEW_ID) ?? null}
      onPreview={onPreview}
      onCancel={onClose}
      onSave={(config) => {
        const back = bind ? configBack(definition.config, config, own, bind) : { config, picked: [] };
        const standIns = back.picked.map((standIn) => ({ stationSn: station.sn, ...standIn }));
        actions.configure(widget.id, untranslateConfig(back.config, widget, texts), standIns);
        onClose();
      }}
    />
  );
}
