/** Reads signal changes as rows with state labels. */
import type { Data } from '../../generated/calls.ts';
import type { SignalChangeConfig } from '../../generated/types.ts';
import { widgetRange } from '../../runtime/board/options/range.ts';
import { callData, callNeed } from '../../runtime/board/widget/callNeed.ts';
import type { NeedResult, NeedSpec, WidgetContext } from '../../runtime/board/widget/widget.ts';
import { formatNumber } from '../../runtime/core/numbers/format.ts';
import { COURSE_RANGE } from '../../runtime/core/time/rollingRange.ts';

type Signal = Data<'signalChanges'>['signals'][number];

const chosenOf = ({ signals }: SignalChangeConfig) =>
  (signals ?? []).flatMap(({ deviceVar, name }) => (deviceVar?.[1] ? [{ sn: deviceVar[1], name }] : []));

export function signalChangeNeeds(config: SignalChangeConfig, context: WidgetContext): NeedSpec[] {
  const { from, to } = widgetRange(config.range, context, COURSE_RANGE);
  const sns = chosenOf(config).map(({ sn }) => sn);
  return [
    callNeed('signalChanges', {
      query: {
        stationSn: context.stationSn,
        ...(sns.length > 0 && { sns: sns.join(',') }),
        from,
        to,
        size: config.size ?? 50,
      },
    }),
  ];
}

interface OnOff {
  on: string;
  off: string;
}

/** Returns the label of a state. A value without a label remains a number. */
export function stateWords(
  { states, dataType }: Pick<Signal, 'states' | 'dataType'>,
  value: number,
  words: OnOff,
) {
  const named = states?.find((state) => state.value === value)?.name;
  if (named) return named;
  if (dataType === 'boolean') return value === 0 ? words.off : words.on;
  return formatNumber(value);
}

export interface ChangeRow {
  key: string;
  ts: string;
  name: string;
  deviceName: string;
  from: string;
  to: string;
}

export interface Changes {
  /** Number of monitored signals. */
  signals: number;
  rows: ChangeRow[];
  more: boolean;
}

export function listShownChanges(
  config: SignalChangeConfig,
  result: NeedResult | undefined,
  words: OnOff,
): Changes {
  const data = callData('signalChanges', result);
  const signals = Array.isArray(data?.signals) ? data.signals : [];
  const bySn = new Map(signals.map((signal) => [signal.sn, signal]));
  const names = new Map(chosenOf(config).map(({ sn, name }) => [sn, name]));
  const rows = (Array.isArray(data?.changes) ? data.changes : []).flatMap(({ sn, ts, from, to }) => {
    const signal = bySn.get(sn);
    if (!signal) return [];
    const { name, deviceName } = signal;
    return [
      {
        key: `${sn} ${ts}`,
        ts,
        name: names.get(sn) || name,
        deviceName,
        from: stateWords(signal, from, words),
        to: stateWords(signal, to, words),
      },
    ];
  });
  return { signals: signals.length, rows, more: data?.more === true };
}
