import type { IconNode } from 'lucide';
import type { Text } from '../../../generated/definition.ts';

export interface IconDrawing {
  title: Text;
  /** SVG shapes on a 24 × 24 grid, with their attributes. */
  shapes: IconNode;
}

export function icon(zh: string, en: string, shapes: IconNode): IconDrawing {
  return { title: { zh, en }, shapes };
}

/** Returns an icon that the library lacks, in the library's style. It is one path on a 24 × 24 grid. */
export const drawPath = (d: string): IconNode => [['path', { d }]];
