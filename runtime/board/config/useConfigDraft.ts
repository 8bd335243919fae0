import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import type { BoardWidget } from '../../../generated/definition.ts';
import { soundConfig } from '../../core/document/config.ts';
import { formConfig, keepEmptied } from '../../core/document/formConfig.ts';
import type { Values } from '../../core/rules/rule.ts';
import { type BoardMoment, PREVIEW_ID } from '../live/useBoardData.ts';
import type { ResolvedWidget } from '../widget/resolve.ts';

export type Ready = Extract<ResolvedWidget, { state: 'ready' }>;

const PREVIEW_DELAY_MS = 300;

const emptied = (config: Values): Values =>
  Object.fromEntries(Object.entries(config).filter(([, value]) => value === ''));

/** Returns the context that the fields of a widget can read in addition to the entered values. */
export const useConfigContext = ({ historical }: BoardMoment, absent: Readonly<Record<string, string>>) =>
  useMemo(() => ({ historical: historical !== null, boardDevice: true, absent }), [historical, absent]);

/** Stores the input of a widget's form. The preview is updated when the user stops typing. */
export function useConfigDraft(
  widget: BoardWidget,
  { definition: { config: schema, version }, config }: Ready,
  context: Values,
  onPreview: (widget: BoardWidget | null) => void,
) {
  const [initial] = useState(() => formConfig(schema, { ...config, ...emptied(widget.config) }, context));
  const [draft, setDraft] = useState(initial);
  const settled = useDeferredValue(draft);
  const toStored = (values: Values) => keepEmptied(schema, soundConfig(schema, values));

  useEffect(() => {
    const entered = keepEmptied(schema, soundConfig(schema, settled));
    const shown = { ...widget, id: PREVIEW_ID, version, config: entered };
    const timer = setTimeout(() => onPreview(shown), PREVIEW_DELAY_MS);
    return () => clearTimeout(timer);
  }, [settled, schema, widget, version, onPreview]);

  return { draft, setDraft, toStored, changed: JSON.stringify(draft) !== JSON.stringify(initial) };
}
