/**
 * Pages register actions on records that are in no definition. Lists and forms offer them. No component is imported
 * here, because the shell imports this file.
 */
import type { ComponentType } from 'react';
import type { Text } from '../../../generated/definition.ts';
import type { Values } from '../../core/rules/rule.ts';
import { useSession } from '../../kit/session/session.ts';

export interface ToolDialogProps {
  /** The values of a saved record, or the present values of a form. */
  values: Values;
  onClose(): void;
}

export interface EntityTool {
  key: string;
  title: Text;
  icon: string;
  permission: string;
  /** True if it is also offered while a record is edited. Otherwise only for saved records. */
  inForm: boolean;
  /** If absent, the tool suits every record. */
  suits?(values: Values): boolean;
  Dialog: ComponentType<ToolDialogProps>;
}

/** A tab on the page of a record that is not in the definition. It shows more than the record contains. */
export interface EntityTab {
  key: string;
  title: Text;
  permission: string;
  /** Shows a saved record. */
  Tab: ComponentType<{ values: Values }>;
}

/** An action on all records of the station that a list shows. */
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
  /** Tabs after the fields of the record. */
  tabs?: readonly EntityTab[];
  /** Shown beside the list's own tools while it shows one station. */
  stationTools?: readonly StationTool[];
  /** A hint that is shown above the list. */
  Hint?: ComponentType;
}

const NO_TOOLS: readonly EntityTool[] = [];
const NO_TABS: readonly EntityTab[] = [];
const NO_STATION_TOOLS: readonly StationTool[] = [];
let extras: Readonly<Record<string, EntityExtras>> = {};

/** `pages/extras.ts` registers the hand-made parts, because the runtime must not import them. */
export function setEntityExtras(allExtras: Readonly<Record<string, EntityExtras>>): void {
  extras = allExtras;
}

export const entityHint = (entity: string): ComponentType | undefined => extras[entity]?.Hint;

/** Returns the tools of a record that this user may use. */
export function useEntityTools(entity: string, values: Values): readonly EntityTool[] {
  const can = useSession((session) => session.can);
  const tools = extras[entity]?.tools ?? NO_TOOLS;
  return tools.filter(({ permission, suits }) => can(permission) && (suits?.(values) ?? true));
}

/** Returns the tabs that this user sees on the page of a record. */
export function useEntityTabs(entity: string): readonly EntityTab[] {
  const can = useSession((session) => session.can);
  return (extras[entity]?.tabs ?? NO_TABS).filter(({ permission }) => can(permission));
}

/** Returns this user's tools for all records of the station. None if the list shows those of all stations. */
export function useStationTools(entity: string, stationSn: string | null): readonly StationTool[] {
  const can = useSession((session) => session.can);
  if (stationSn === null) return NO_STATION_TOOLS;
  return (extras[entity]?.stationTools ?? NO_STATION_TOOLS).filter(({ permission }) => can(permission));
}
