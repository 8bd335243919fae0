import type { CallAction } from '../definition/definition.ts';
import type { PureSchema } from './pure.ts';

export interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  schema: PureSchema;
  description?: string;
}

/** An operation as written in `openapi/*.yaml`, before and after completion. */
export interface OperationSource {
  operationId: string;
  tags?: string[];
  summary?: string;
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Record<string, { schema: PureSchema }> };
  responses?: unknown;
  security?: unknown;
  'x-call'?: string | string[];
  'x-action'?: CallAction;
  'x-permission'?: string;
  'x-public'?: boolean;
  'x-interactive'?: boolean;
  'x-board'?: boolean;
  'x-session'?: boolean;
  'x-data'?: PureSchema;
  'x-page'?: PureSchema;
  'x-plain'?: PureSchema;
  'x-binary'?: string | string[];
  'x-raw'?: boolean;
}
