import type { BoardWidget } from '../../generated/definition.ts';
import { useBoardSession } from './boardSession.ts';
import { config_kept } from './resolve.ts';
import { ConfigDialog, PREVIEW_ID } from './tools.ts';
import type { ShownWidget } from './useBoardData.ts';
import { useBoard } from './useBoardStore.ts';
import { useWidgetName } from './WidgetView.tsx';

interface Props {
  open: ShownWidget;
  withPreview: readonly ShownWidget[];
  onPreview(widget: BoardWidget | null): void;
  onClose(): void;
}

/** The configuration of one widget, with the widget as it would become. */
export function BoardConfig({ open: { widget, resolved }, withPreview, onPreview, onClose }: Props) {
  const { store, moment, scheduler, actions } = useBoardSession();
  const layout = useBoard(store, (state) => state.history.document.layouts.lg);
  const texts = useBoard(store, (state) => state.history.document.texts);
  const nameOf = useWidgetName();
  if (resolved.state !== 'ready') return null;
  const rows = layout.find((item) => item.i === widget.id)?.h ?? resolved.definition.size.h;
  return (
    <ConfigDialog
      widget={widget}
      resolved={resolved}
      name={nameOf({ widget, resolved })}
      moment={moment}
      scheduler={scheduler}
      rows={rows}
      preview={withPreview.find((one) => one.widget.id === PREVIEW_ID) ?? null}
      onPreview={onPreview}
      onCancel={onClose}
      onSave={(config) => {
        actions.configure(widget.id, config_kept(config, widget, texts));
        onClose();
      }}
    />
  );
}
