import { useMemo, useState } from 'react';
import type { BoardWidget, DashboardDocument } from '../../../generated/definition.ts';
import { PREVIEW_ID, type ShownWidget } from './useBoardData.ts';

/** A board with the widget on it that is being configured, so that its data are fetched, too. */
export function usePreviewed(document: DashboardDocument) {
  const [preview, onPreview] = useState<BoardWidget | null>(null);
  const previewed = useMemo(
    () => (preview ? { ...document, widgets: [...document.widgets, preview] } : document),
    [document, preview],
  );
  return { previewed, onPreview };
}

/** The widgets of the document alone. */
export const useUnpreviewed = (shown: readonly ShownWidget[]): readonly ShownWidget[] =>
  useMemo(() => shown.filter(({ widget }) => widget.id !== PREVIEW_ID), [shown]);
