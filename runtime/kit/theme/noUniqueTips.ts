import type { ReactNode } from 'react';

/** Replaces the part of antd that shows one tooltip at a time for the whole page, which the theme does not use. */
export default function NoUniqueTips({ children }: { children: ReactNode }): ReactNode {
  return children;
}
