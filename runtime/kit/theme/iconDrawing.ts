import type { IconNode } from 'lucide';
import type { Text } from '../../../generated/definition.ts';

export interface IconDrawing {
  title: Text;
  /** SVG shapes on 24 × 24, each with its attributes. */
  shapes: IconNode;
}

export function icon(zh: string, en: string, shapes: IconNode): IconDrawing {
  return { title: { zh, en }, shapes };
}

/**
 * Returns an icon of this field that the library lacks, drawn in its style. It is one path on 24 × 24, with round
 * strokes.
 */
export const drawPath = (d: string): IconNode => [['path', { d }]];
