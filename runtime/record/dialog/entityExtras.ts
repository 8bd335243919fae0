/**
 * Pages bring what can be done with the records of an entity that no definition says; lists and forms offer it. No
 * component is imported here: the start of the application knows this file, and the login page needs none of them.
 */
import type { ComponentType } from 'react';
import type { Text } from '../../../generated/definition.ts';
import type { Values } from '../../core/rules/rule.ts';
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

/** A tab on the page of a record for what no definition says: it shows more than the record holds. */
export interface EntityTab {
  key: string;
  title: Text;
  permission: string;
  /** Gets a saved record. */
  Tab: ComponentType<{ values: Values }>;
}

/** Something that is done with all records of the station that a list shows. */
export interface StationTool {
  key: string;
  title: Text;
  icon: string;
  permission: string;
  Dialog: ComponentType<StationToolProps>;
}

export interface StationToolProps {
  stationSn: string;
  onClose(): void;
}

export interface EntityExtras {
  tools?: readonly EntityTool[];
  /** They stand after the fields of the record. */
  tabs?: readonly EntityTab[];
  /** Beside the list's own, while it shows one station. */
  stationTools?: readonly StationTool[];
  /** Above the list, where there is something to know. */
  Hint?: ComponentType;
}

const NO_TOOLS: readonly EntityTool[] = [];
const NO_TABS: readonly EntityTab[] = [];
const NO_STATION_TOOLS: readonly StationTool[] = [];
let extras: Readonly<Record<string, EntityExtras>> = {};

/** main.tsx knows the hand-made parts; the runtime must not import them. */
export function setEntityExtras(allExtras: Readonly<Record<string, EntityExtras>>): void {
  extras = allExtras;
}

export const entityHint = (entity: string): ComponentType | undefined => extras[entity]?.Hint;

/** The tools that this user has for a record. */
export function useEntityTools(entity: string, values: Values): readonly EntityTool[] {
  const can = useSession((session) => session.can);
  const tools = extras[entity]?.tools ?? NO_TOOLS;
  return tools.filter(({ permission, suits }) => can(permission) && (suits?.(values) ?? true));
}

/** The tabs that this user sees on the page of a record. */
export function useEntityTabs(entity: string): readonly EntityTab[] {
  const can = useSession((session) => session.can);
  return (extras[entity]?.tabs ?? NO_TABS).filter(({ permission }) => can(permission));
}

/** The tools that this user has for all records of the station; none where the list shows those of all stations. */
export function useStationTools(entity: string, stationSn: string | null): readonly StationTool[] {
  const can = useSession((session) => session.can);
  if (stationSn === null) return NO_STATION_TOOLS;
  return (extras[entity]?.stationTools ?? NO_STATION_TOOLS).filter(({ permission }) => can(permission));
}
