/** The definitions as the codegen handles them: plain JSON, already known to match their meta schemas. */
import type { Problem } from './problem.ts';

export interface Text {
  zh: string;
  en: string;
}

export interface Option {
  value: string | number | boolean;
  title: Text;
}

export interface Field {
  type?: 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object';
  format?: string;
  properties?: Record<string, Field>;
  required?: string[];
  items?: Field;
  prefixItems?: Field[];
  readOnly?: boolean;
  writeOnly?: boolean;
  default?: unknown;
  enum?: unknown[];
  maxLength?: number;
  'x-options'?: Option[];
  'x-dictionary'?: string;
  'x-ref'?: string;
  'x-refKey'?: string;
  'x-decimals'?: number;
  [keyword: string]: unknown;
}

export type Action = 'list' | 'get' | 'create' | 'update' | 'delete';
export const ACTIONS: readonly Action[] = ['list', 'get', 'create', 'update', 'delete'];

export interface Entity {
  name: string;
  title: Text;
  label: string;
  schema: Field;
  ui?: { order?: string[]; sections?: { title: Text; fields: string[] }[] };
  list: { columns: string[]; filters?: string[]; search?: string[]; sort?: { field: string }[] };
  states?: { field: string };
  unique?: string[][];
  indexes?: string[][];
  api: { base: string; do?: Action[] };
}

export interface Widget {
  type: string;
  version: number;
  config: Field;
  ui?: { order?: string[]; sections?: { title: Text; fields: string[] }[] };
}

export interface Page {
  name: string;
  route: string;
  kind: string;
  entity?: string;
  preset?: string;
  to?: string;
}

export interface Dictionary {
  name: string;
  entries: Option[];
}

export interface Preset {
  name: string;
  document: {
    widgets: { id: string; type: string; version: number; config: unknown }[];
    layouts: { lg: { i: string }[] };
  };
}

/** A definition with the file that it was read from. */
export interface Source<T> {
  file: string;
  value: T;
}

export interface Definitions {
  entities: Source<Entity>[];
  widgets: Source<Widget>[];
  pages: Source<Page>[];
  dictionaries: Source<Dictionary>[];
  dashboards: Source<Preset>[];
  imports: Source<{ name: string }>[];
}

export interface Loaded {
  definitions: Definitions;
  problems: Problem[];
}

/** `deviceVariable` → `DeviceVariable` */
export function typeName(name: string): string {
  return (
    name.charAt(0).toUpperCase() +
    name.slice(1).replace(/[^A-Za-z0-9]+(.)/g, (_, c: string) => c.toUpperCase())
  );
}
