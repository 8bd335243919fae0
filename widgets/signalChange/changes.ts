/** The rows of the signal changes, in the words of their states. */
import type { Data } from '../../generated/calls.ts';
import type { SignalChangeConfig } from '../../generated/types.ts';
import { callData, callNeed } from '../../runtime/board/callNeed.ts';
import { widget_range } from '../../runtime/board/options/range.ts';
import type { NeedResult, NeedSpec, WidgetContext } from '../../runtime/board/widget.ts';
import { number_format } from '../../runtime/core/format.ts';

type Signal = Data<'signalChanges'>['signals'][number];

const chosen_of = ({ signals }: SignalChangeConfig) =>
  (signals ?? []).flatMap(({ deviceVar, name }) => (deviceVar?.[1] ? [{ sn: deviceVar[1], name }] : []));

export function signalChangeNeeds(config: SignalChangeConfig, context: WidgetContext): NeedSpec[] {
  const { from, to } = widget_range(config.range, context);
  const sns = chosen_of(config).map(({ sn }) => sn);
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

/** A value that has no name stays the number that it is. */
export function state_words(
  { states, dataType }: Pick<Signal, 'states' | 'dataType'>,
  value: number,
  words: OnOff,
) {
  const named = states?.find((state) => state.value === value)?.name;
  if (named) return named;
  if (dataType === 'boolean') return value === 0 ? words.off : words.on;
  return number_format(value);
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
  /** How many signals are watched. */
  signals: number;
  rows: ChangeRow[];
  more: boolean;
}

export function changes_shown(
  config: SignalChangeConfig,
  result: NeedResult | undefined,
  words: OnOff,
): Changes {
  const data = callData('signalChanges', result);
  const signals = Array.isArray(data?.signals) ? data.signals : [];
  const bySn = new Map(signals.map((signal) => [signal.sn, signal]));
  const names = new Map(chosen_of(config).map(({ sn, name }) => [sn, name]));
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
        from: state_words(signal, from, words),
        to: state_words(signal, to, words),
      },
    ];
  });
  return { signals: signals.length, rows, more: data?.more === true };
}
