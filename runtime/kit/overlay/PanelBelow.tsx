import { cloneElement, type ReactElement, useEffect } from 'react';
import { loadAtRest } from '../browser/loadAtRest.ts';
import { later } from './later.tsx';
import type { PanelProps } from './Panel.tsx';
import { useWasOpen } from './useWasOpen.ts';

const loadPanel = () => import('./Panel.tsx');

const Panel = later<PanelProps>(
  async () => ({ default: (await loadPanel()).Panel }),
  ({ children }) => children,
);

interface Props extends PanelProps {
  /** The button that opens the panel. */
  children: ReactElement<{ onClick?: () => void; autoFocus?: boolean }>;
}

/** Opens a panel beside a button. The first click loads the code of panels. */
export function PanelBelow({ children, ...panel }: Props) {
  const { isOpen, onOpenChange } = panel;
  const wasOpen = useWasOpen(isOpen);
  useEffect(() => loadAtRest(loadPanel), []);
  if (!wasOpen) return cloneElement(children, { onClick: () => onOpenChange(true) });
  // With the panel loaded, the button is a new element, which takes the focus of the first one.
  return <Panel {...panel}>{cloneElement(children, { autoFocus: true })}</Panel>;
}
