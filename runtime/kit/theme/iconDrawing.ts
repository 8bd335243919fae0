import type { Text } from '../../../generated/definition.ts';

export interface IconDrawing {
  title: Text;
  /** One SVG path on 24 × 24. */
  path: string;
}

export function icon(zh: string, en: string, path: string): IconDrawing {
  return { title: { zh, en }, path };
}
