import type { TooltipProps } from 'antd';
import type { ReactElement } from 'react';
import { untilAtRest } from '../browser/whenAtRest.ts';
import { later } from './later.tsx';

interface Props extends Pick<TooltipProps, 'title' | 'placement' | 'trigger'> {
  children: ReactElement;
}

/** Shows a text at its child on hover and focus. It loads when the page is at rest, and the child is shown before. */
export const Tip = later<Props>(
  async () => {
    await untilAtRest();
    return import('./Tooltip.tsx');
  },
  ({ children }) => children,
);
