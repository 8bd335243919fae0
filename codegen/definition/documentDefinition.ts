import type { FieldValues, Text } from './definitionValues.ts';

/** A field of a document: its name, or its name with another title or format. */
export type DocumentField = string | { field: string; title?: Text; as?: 'capitals' };

export interface DocumentSection {
  title?: Text;
  fields?: DocumentField[];
  columns?: number;
  lines?: string;
  records?: { of: string; by?: string; match?: Record<string, string>; where?: FieldValues; sort?: string };
  by?: string;
  sum?: string[];
  totals?: DocumentField[];
  text?: Text;
  pictures?: string;
  qr?: string;
  link?: true;
  page?: true;
  curve?: true;
  approval?: true;
  signatures?: Text[];
}

/** A document of a record. */
export interface DocumentDefinition {
  name: string;
  title: Text;
  of: string;
  number?: string;
  dated?: true;
  where?: FieldValues;
  formats?: ('pdf' | 'word')[];
  orientation?: 'portrait' | 'landscape';
  size?: 'a4' | 'label' | 'labels';
  sections: DocumentSection[];
}
