/** The parts of a widget type. `widgets/<type>/index.ts` exports one. */

import type { ComponentType } from 'react';
import type { Migrations } from '../../core/document/config.ts';
import type { NeedResult, NeedSpec } from '../../core/scheduler/types.ts';
import type { Lang } from '../../core/text/lang.ts';
import type { RangeName } from '../../core/time/rangeName.ts';

export type { NeedResult, NeedSpec } from '../../core/scheduler/types.ts';

/** A moving range by its name, or fixed instants. */
export type BoardRange = RangeName | Instants;

export interface Instants {
  from: number;
  to: number;
}

export interface WidgetContext {
  stationSn: string;
  /** IANA zone of the station, in which all its times are shown. */
  zone: string;
  now: number;
  editing: boolean;
  /** 'YYYY-MM' of the displayed saved record (decision 31). Null on the live board. */
  historical: string | null;
  lang: Lang;
  /** The choice of the board's time picker. Null if each widget shows its own time. */
  range: BoardRange | null;
  /** The department whose stations the fleet widgets cover. All if it is not set. */
  dept?: string | null;
}

export interface WidgetProps<C> {
  id: string;
  config: C;
  context: WidgetContext;
  /** In the order of `needs`; empty until the first answer. */
  results: NeedResult[];
  /** The answers to the same needs for the period of the option `compare`. It is empty without it. */
  compared: NeedResult[];
  status: 'loading' | 'ready' | 'failed';
  /** The displayed range, for a widget that shows it itself because its frame has no title. */
  time?: string | undefined;
  retry(): void;
  refresh(): void;
}

/** The missing part: its variables, or its other settings. */
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
  /** The widget shows its period in its own words, even if the others do not. */
  saysTime?: true;
  /** Derives a title from the configuration, for a widget without one. */
  titleBy?(config: C, lang: Lang): string | undefined;
  /** Names the choices that the widget needs to show anything. Absent if its defaults show something. */
  lacks?(config: C): Lacking | null;
  sample(context: WidgetContext): WidgetSample<C>;
  /** Returns the answers of its calls for a station without data, in the order of the needs. */
  empty?(context: WidgetContext): NeedResult[];
}

/** A module that alone has the type of its configuration. `readConfig` has checked that it fits. */
export type AnyWidgetModule = WidgetModule<Record<string, unknown>>;
