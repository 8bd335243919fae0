import type { BoardWidget, DashboardDocument, LayoutItem } from '../../generated/definition.ts';
import type { DemoStation } from './sites.ts';

/** Colours of the energy roles; a board stores colours as plain values. */
const PV = '#C98500';
const BATTERY = '#14A08C';
const GRID = '#4593F5';
const LOAD = '#8D6F81';
const NAME = '#6B7A90';

type Place = readonly [x: number, y: number, w: number, h: number];
type Placed = BoardWidget & { place: Place };
type Pair = readonly [device: string, variable: string];

/** The device and variable numbers of a code of the station, as the picker stores them. */
const pair = (station: string, device: string, code: string): Pair => [
  `${station}-${device}`,
  `${station}-${device}-${code}`,
];

function widget(id: string, type: string, place: Place, config: BoardWidget['config']): Placed {
  return { id, type, version: 1, config, place };
}

function figure(
  id: string,
  x: number,
  name: string,
  icon: string,
  color: string,
  config: BoardWidget['config'],
): Placed {
  return widget(id, 'keyData', [x, 0, 4, 3], {
    name,
    icon,
    dataType: 'device_data',
    calcInterval: 'real_time',
    nameColor: NAME,
    dataColor: color,
    nameFont: 14,
    dataFont: 30,
    ...config,
  });
}

function chain(id: string, x: number, name: string, icon: string, deviceVar: Pair): Placed {
  return widget(id, 'singleData', [x, 12, 6, 4], { name, icon, deviceVar, chainType: 'MONTH', numberFix: 1 });
}

interface Line {
  name: string;
  color: string;
  deviceVar: Pair;
}

function trend(
  id: string,
  place: Place,
  name: string,
  nodeInfo: Line[],
  config: BoardWidget['config'],
): Placed {
  return widget(id, 'trend', place, {
    name,
    icon: 'lineChart',
    appendInformation: false,
    nodeInfo,
    ...config,
  });
}

function widgets_make({ site }: DemoStation): Placed[] {
  const of = (device: string, code: string): Pair => pair(site.sn, device, code);
  return [
    figure('pv-now', 0, '光伏功率', 'solar', PV, { deviceValue: of('EMS', 'pvPower') }),
    figure('load-now', 4, '负荷功率', 'factory', LOAD, { deviceValue: of('LOAD', 'power') }),
    figure('grid-now', 8, '电网功率', 'powerLine', GRID, { deviceValue: of('METER', 'power') }),
    figure('battery-now', 12, '储能功率', 'pcs', BATTERY, { deviceValue: of('PCS', 'power') }),
    figure('pv-today', 16, '今日光伏发电', 'sun', PV, {
      deviceValue: of('EMS', 'pvEnergy'),
      calcInterval: 'DAY',
      calcMethod: 'diff',
    }),
    widget('alarm-status', 'stationAlarmStatus', [20, 0, 4, 3], { name: '站点告警状态', icon: 'alarm' }),
    trend(
      'power-today',
      [0, 3, 16, 9],
      '今日功率曲线',
      [
        { name: '光伏', color: PV, deviceVar: of('EMS', 'pvPower') },
        { name: '负荷', color: LOAD, deviceVar: of('LOAD', 'power') },
        { name: '电网（购电为正）', color: GRID, deviceVar: of('METER', 'power') },
        { name: '储能（放电为正）', color: BATTERY, deviceVar: of('PCS', 'power') },
      ],
      { queryInterval: 'NORMAL', showType: 'line' },
    ),
    widget('gauges', 'gauge', [16, 3, 8, 9], {
      name: '储能与需量',
      icon: 'gauge',
      monitorVars: [
        { deviceVar: of('BAT', 'soc'), showName: '荷电状态', minScale: 0, maxScale: 100 },
        {
          deviceVar: of('METER', 'demand'),
          showName: '当前需量',
          minScale: 0,
          maxScale: site.grid.demandLimit,
        },
      ],
    }),
    chain('import-month', 0, '本月购电量', 'grid', of('METER', 'importEnergy')),
    chain('pv-month', 6, '本月光伏发电量', 'solar', of('EMS', 'pvEnergy')),
    chain('discharge-month', 12, '本月储能放电量', 'battery', of('PCS', 'dischargeEnergy')),
    chain('load-month', 18, '本月用电量', 'factory', of('LOAD', 'energy')),
    trend(
      'energy-month',
      [0, 16, 12, 8],
      '本月每日电量',
      [
        { name: '光伏发电', color: PV, deviceVar: of('EMS', 'pvEnergy') },
        { name: '购电', color: GRID, deviceVar: of('METER', 'importEnergy') },
        { name: '储能放电', color: BATTERY, deviceVar: of('PCS', 'dischargeEnergy') },
      ],
      { icon: 'barChart', queryInterval: 'MONTH', calcMethod: 'SUM', showType: 'bar' },
    ),
    widget('alarms', 'alarmList', [12, 16, 12, 8], { title: '告警列表' }),
  ];
}

/** The board that a demo station starts with. */
export function demoBoard(station: DemoStation): DashboardDocument {
  const placed = widgets_make(station);
  return {
    version: 1,
    widgets: placed.map(({ place: _, ...one }) => one),
    layouts: { lg: placed.map(({ id, place: [x, y, w, h] }): LayoutItem => ({ i: id, x, y, w, h })) },
  };
}
