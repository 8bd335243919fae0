import type { ReactNode } from 'react';

/** Replaces antd's provider for a single tooltip per page, which the theme does not use. */
export default function NoUniqueTips({ children }: { children: ReactNode }): ReactNode {
  return children;
}
