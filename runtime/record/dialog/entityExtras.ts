/**
 * Pages bring what can be done with the records of an entity that no definition says; lists and forms offer it. No
 * component is imported here: the start of the application knows this file, and the login page needs none of them.
 */
import type { ComponentType } from 'react';
import type { Text } from '../../../generated/definition.ts';
import type { Values } from '../../core/rule.ts';
import { useSession } from '../../kit/session/session.ts';

export interface ToolDialogProps {
  /** A saved record, or what a form has so far. */
  values: Values;
  onClose(): void;
}

export interface EntityTool {
  key: string;
  title: Text;
  icon: string;
  permission: string;
  /** Also while a record is being written; else with saved ones only. */
  inForm: boolean;
  /** Without it: for every record. */
  suits?(values: Values): boolean;
  Dialog: ComponentType<ToolDialogProps>;
}

export interface EntityExtras {
  tools: readonly EntityTool[];
  /** Above the list, where there is something to know. */
  Hint?: ComponentType;
}

const NO_TOOLS: readonly EntityTool[] = [];
let extras: Readonly<Record<string, EntityExtras>> = {};

/** main.tsx knows the hand-made parts; the runtime must not import them. */
export function setEntityExtras(found: Readonly<Record<string, EntityExtras>>): void {
  extras = found;
}

export const entityHint = (entity: string): ComponentType | undefined => extras[entity]?.Hint;

/** The tools that this user has for a record. */
export function useEntityTools(entity: string, values: Values): readonly EntityTool[] {
  const can = useSession((session) => session.can);
  const tools = extras[entity]?.tools ?? NO_TOOLS;
  return tools.filter(({ permission, suits }) => can(permission) && (suits?.(values) ?? true));
}
