import { useMemo, useState } from 'react';
import type { BoardWidget, DashboardDocument } from '../../../generated/definition.ts';
import { PREVIEW_ID, type ShownWidget } from './useBoardData.ts';

/** Adds the configured widget to a board, so that its data is fetched too. */
export function usePreviewed(document: DashboardDocument) {
  const [preview, onPreview] = useState<BoardWidget | null>(null);
  const previewed = useMemo(
    () => (preview ? { ...document, widgets: [...document.widgets, preview] } : document),
    [document, preview],
  );
  return { previewed, onPreview };
}

/** Returns only the widgets of the document. */
export const useUnpreviewed = (shown: readonly ShownWidget[]): readonly ShownWidget[] =>
  useMemo(() => shown.filter(({ widget }) => widget.id !== PREVIEW_ID), [shown]);
