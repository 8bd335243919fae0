/** The types of a widget module, which `widgets/<type>/index.ts` exports. */

import type { ComponentType } from 'react';
import type { Migrations } from '../../core/document/config.ts';
import type { NeedResult, NeedSpec } from '../../core/scheduler/types.ts';
import type { Lang } from '../../core/text/lang.ts';
import type { RangeName } from '../../core/time/rangeName.ts';

export type { NeedResult, NeedSpec } from '../../core/scheduler/types.ts';

/** A named range that moves with the time, or two fixed instants. */
export type BoardRange = RangeName | Instants;

export interface Instants {
  from: number;
  to: number;
}

export interface WidgetContext {
  stationSn: string;
  /** IANA time zone of the station, for all displayed times. */
  zone: string;
  now: number;
  editing: boolean;
  /** Month of the displayed snapshot, as 'YYYY-MM' (decision 31). Null for the current board. */
  historical: string | null;
  lang: Lang;
  /** The range chosen for the board. Null if each widget shows its own period. */
  range: BoardRange | null;
  /** The department whose stations the fleet widgets cover. All stations if absent. */
  dept?: string | null;
}

export interface WidgetProps<C> {
  id: string;
  config: C;
  context: WidgetContext;
  /** In the order of `needs`; empty until the first answer. */
  results: NeedResult[];
  /** The answers to the same needs for the period of the option `compare`. Empty without that option. */
  compared: NeedResult[];
  status: 'loading' | 'ready' | 'failed';
  /** The displayed range, for a widget that shows it itself because its frame has no title. */
  time?: string | undefined;
  retry(): void;
  refresh(): void;
}

/** The missing part of a configuration: variables, or other settings. */
export type Lacking = 'variables' | 'settings';

/** Sample data for the catalogue, the stories and the conformance test. */
export interface WidgetSample<C> {
  config: C;
  results: NeedResult[];
}

export interface WidgetModule<C> {
  type: string;
  Component: ComponentType<WidgetProps<C>>;
  /** Returns the needs. Pure: the same configuration and context always need the same data. */
  needs(config: C, context: WidgetContext): NeedSpec[];
  migrations: Migrations;
  /** True if the widget itself shows its period, even where the frames of others do not. */
  saysTime?: true;
  /** Derives a title from the configuration, for a widget without one. */
  titleBy?(config: C, lang: Lang): string | undefined;
  /** Names the choices that the widget needs before it can show content. Absent if the defaults are enough. */
  lacks?(config: C): Lacking | null;
  sample(context: WidgetContext): WidgetSample<C>;
  /** Returns the answers of the widget's calls for a station without data, in the order of the needs. */
  empty?(context: WidgetContext): NeedResult[];
}

/** A module without the type of its configuration. `readConfig` validates the configuration. */
export type AnyWidgetModule = WidgetModule<Record<string, unknown>>;
