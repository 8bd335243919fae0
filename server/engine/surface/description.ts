import { readFileSync } from 'node:fs';

export type Schema = Readonly<Record<string, unknown>>;

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header' | 'cookie';
  required?: boolean;
  schema: Schema;
}

export interface DescribedOperation {
  operationId: string;
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Record<string, { schema: Schema }> };
  'x-binary'?: string | string[];
}

export interface Description {
  paths: Record<string, Record<string, DescribedOperation>>;
  components: { schemas: Record<string, Schema> };
}

const FILE = new URL('../../../generated/openapi.json', import.meta.url);

/** Returns the text for `GET /openapi.json`. */
export function readDescription(): { text: string; description: Description } {
  const text = readFileSync(FILE, 'utf8');
  return { text, description: JSON.parse(text) as Description };
}
