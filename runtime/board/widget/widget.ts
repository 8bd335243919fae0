/** A widget type consists of these parts; `widgets/<type>/index.ts` exports one of them. */

import type { ComponentType } from 'react';
import type { Migrations } from '../../core/document/config.ts';
import type { NeedResult, NeedSpec } from '../../core/scheduler/types.ts';
import type { Lang } from '../../core/text/lang.ts';
import type { RangeName } from '../../core/time/rangeName.ts';

export type { NeedResult, NeedSpec } from '../../core/scheduler/types.ts';

/** A moving range by its name, or instants that the user chose. */
export type BoardRange = RangeName | Instants;

export interface Instants {
  from: number;
  to: number;
}

export interface WidgetContext {
  stationSn: string;
  /** IANA zone of the station: all its times are shown in it. */
  zone: string;
  now: number;
  editing: boolean;
  /** 'YYYY-MM' of the saved record that is looked at (decision 31); null on the live board. */
  historical: string | null;
  lang: Lang;
  /** Holds the choice of the board's time picker; null: each widget shows its own time. */
  range: BoardRange | null;
  /** The department whose stations widgets of the fleet are over; all where none is chosen. */
  dept?: string | null;
}

export interface WidgetProps<C> {
  id: string;
  config: C;
  context: WidgetContext;
  /** In the order of `needs`; empty until the first answer. */
  results: NeedResult[];
  /** The same needs about the period of the option `compare`; empty without it. */
  compared: NeedResult[];
  status: 'loading' | 'ready' | 'failed';
  /** The range that is shown, for a widget that says it itself because its frame has no title. */
  time?: string | undefined;
  retry(): void;
  refresh(): void;
}

/** Its variables, or what else it is made of. */
export type Lacking = 'variables' | 'settings';

/** Shown in the catalogue and in stories, and the fixture of the conformance test. */
export interface WidgetSample<C> {
  config: C;
  results: NeedResult[];
}

export interface WidgetModule<C> {
  type: string;
  Component: ComponentType<WidgetProps<C>>;
  /** Pure: the same configuration and context always need the same data. */
  needs(config: C, context: WidgetContext): NeedSpec[];
  migrations: Migrations;
  /** Says its period in its own words, whatever the others show. */
  saysTime?: true;
  /** Derives a title from its configuration, for a widget without one. */
  titleBy?(config: C, lang: Lang): string | undefined;
  /** Names what must be chosen before it shows anything; absent where its defaults show something. */
  lacks?(config: C): Lacking | null;
  sample(context: WidgetContext): WidgetSample<C>;
  /** Lists what the calls that it asks answer about a station that has nothing yet; in the order of the needs. */
  empty?(context: WidgetContext): NeedResult[];
}

/** A module whose configuration type is known to itself only; `readConfig` has made sure that it fits. */
export type AnyWidgetModule = WidgetModule<Record<string, unknown>>;
