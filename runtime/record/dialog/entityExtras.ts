/**
 * Actions on records that pages register outside of definitions. Lists and forms offer them. No component is imported
 * here, because the shell imports this file.
 */
import type { ComponentType } from 'react';
import type { Text } from '../../../generated/definition.ts';
import type { Values } from '../../core/rules/rule.ts';
import { useSession } from '../../kit/session/session.ts';

export interface ToolDialogProps {
  /** The values of a saved record, or the current values of a form. */
  values: Values;
  onClose(): void;
}

export interface EntityTool {
  key: string;
  title: Text;
  icon: string;
  permission: string;
  /** True to offer the tool during editing too. Otherwise it is offered for saved records only. */
  inForm: boolean;
  /** Returns whether the tool suits the record. If absent, always. */
  suits?(values: Values): boolean;
  Dialog: ComponentType<ToolDialogProps>;
}

/** An additional tab on the page of a record, outside of the definition. */
export interface EntityTab {
  key: string;
  title: Text;
  permission: string;
  /** Shows a saved record. */
  Tab: ComponentType<{ values: Values }>;
}

/** An action on all listed records of the selected station. */
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
  /** Additional tabs after the fields. */
  tabs?: readonly EntityTab[];
  /** Additional tools of a list that shows one station. */
  stationTools?: readonly StationTool[];
  /** A hint that is shown above the list. */
  Hint?: ComponentType;
}

const NO_TOOLS: readonly EntityTool[] = [];
const NO_TABS: readonly EntityTab[] = [];
const NO_STATION_TOOLS: readonly StationTool[] = [];
let extras: Readonly<Record<string, EntityExtras>> = {};

/** Set by `pages/extras.ts`, because the runtime must not import pages. */
export function setEntityExtras(allExtras: Readonly<Record<string, EntityExtras>>): void {
  extras = allExtras;
}

export const entityHint = (entity: string): ComponentType | undefined => extras[entity]?.Hint;

/** Returns the tools that this user may use for a record. */
export function useEntityTools(entity: string, values: Values): readonly EntityTool[] {
  const can = useSession((session) => session.can);
  const tools = extras[entity]?.tools ?? NO_TOOLS;
  return tools.filter(({ permission, suits }) => can(permission) && (suits?.(values) ?? true));
}

/** Returns the additional tabs that this user may see. */
export function useEntityTabs(entity: string): readonly EntityTab[] {
  const can = useSession((session) => session.can);
  return (extras[entity]?.tabs ?? NO_TABS).filter(({ permission }) => can(permission));
}

/** Returns this user's tools for the records of the station. Empty if the list covers all stations. */
export function useStationTools(entity: string, stationSn: string | null): readonly StationTool[] {
  const can = useSession((session) => session.can);
  if (stationSn === null) return NO_STATION_TOOLS;
  return (extras[entity]?.stationTools ?? NO_STATION_TOOLS).filter(({ permission }) => can(permission));
}
