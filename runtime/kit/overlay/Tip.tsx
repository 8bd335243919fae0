import type { TooltipProps } from 'antd';
import type { ReactElement } from 'react';
import { untilAtRest } from '../browser/whenAtRest.ts';
import { later } from './later.tsx';

interface Props extends Pick<TooltipProps, 'title' | 'placement' | 'trigger'> {
  children: ReactElement;
}

/**
 * Shows a tooltip on hover and focus. Its code is loaded when the page is idle. The child is rendered without
 * it until then.
 */
export const Tip = later<Props>(
  async () => {
    await untilAtRest();
    return import('./Tooltip.tsx');
  },
  ({ children }) => children,
);
