/** Pages, as the codegen handles them. */
import type { FieldValues, Text } from './definitionValues.ts';

export interface ReportBlock {
  statistic: string;
  as: string;
  by?: string[];
  figures?: string[];
  sort?: string;
}

interface RecordsBlock {
  as: 'list' | 'form';
  width?: number;
  title?: Text;
  entity: string;
  where?: FieldValues;
  day?: string;
  mine?: boolean;
  columns?: string[];
}

interface TextBlock {
  as: 'text';
  width?: number;
  title?: Text;
  text: Text;
}

interface FigureBlock extends ReportBlock {
  as: 'figures' | 'bar' | 'line' | 'ranking' | 'share' | 'funnel' | 'table' | 'pivot';
  width?: number;
  title?: Text;
  where?: FieldValues;
  always?: boolean;
}

/** A part of a page of kind blocks. */
export type PageBlock = RecordsBlock | TextBlock | FigureBlock;

export interface PageLayout {
  range?: string;
  filters?: string[];
  rows: PageBlock[][];
}

export interface Page {
  name: string;
  route: string;
  kind: string;
  entity?: string;
  by?: string;
  preset?: string;
  to?: string;
  where?: FieldValues;
  tabs?: string[];
  display?: string;
  report?: { range?: string; compare?: string; blocks: ReportBlock[] };
  layout?: PageLayout;
  title?: Text;
  permission?: string;
  menu?: { group: string; order: number; icon?: string };
  hub?: { group: Text; order: number; icon?: string };
  flags?: Record<string, boolean>;
}
