import { type IconDrawing, icon } from './iconDrawing.ts';

export const energyIcons = {
  battery: icon(
    '电池',
    'Battery',
    'M5 7h11a2 2 0 0 1 2 2v6a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V9a2 2 0 0 1 2-2zM21 11v2M7 10.5v3M10.5 10.5v3',
  ),
  batteryCharging: icon(
    '电池充电',
    'Battery charging',
    'M7.5 17H5a2 2 0 0 1-2-2V9a2 2 0 0 1 2-2h3.5M13.5 7H16a2 2 0 0 1 2 2v6a2 2 0 0 1-2 2h-3.5M21 11v2M11.5 7 8.5 12.5h4L9.5 17',
  ),
  batteryPack: icon(
    '储能柜',
    'Battery cabinet',
    'M6 3h12a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1zM5 9h14M5 15h14M8.5 6h3M8.5 12h3M8.5 18h3M16 6v.01M16 12v.01M16 18v.01',
  ),
  soc: icon(
    '荷电状态',
    'State of charge',
    'M9 4V2.5h6V4M8 4h8a2 2 0 0 1 2 2v13a2 2 0 0 1-2 2H8a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2zM9 17.5h6M9 14.5h6M9 11.5h6',
  ),
  solar: icon(
    '光伏板',
    'PV panel',
    'M6.2 5h11.6l3.2 10H3zM4.6 10h14.8M12 5v10M8.8 5 7.5 15M15.2 5l1.3 10M12 15v4M8.5 19h7',
  ),
  sun: icon(
    '太阳',
    'Sun',
    'M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M18.7 5.3l-1.4 1.4M6.7 17.3l-1.4 1.4',
  ),
  wind: icon(
    '风机',
    'Wind turbine',
    'M12 11.2a1.6 1.6 0 1 1 0-3.2 1.6 1.6 0 0 1 0 3.2zM12 8V2.5M10.6 10.4l-4.9 3M13.4 10.4l4.9 3M11.4 11.2 10.5 21M12.6 11.2l.9 9.8M8.5 21h7',
  ),
  hydro: icon('水电', 'Hydro power', 'M12 3s6 6.4 6 11a6 6 0 0 1-12 0c0-4.6 6-11 6-11zM9 14.5a3 3 0 0 0 3 3'),
  grid: icon(
    '电网',
    'Power grid',
    'M12 3 7.5 21M12 3l4.5 18M6 8h12M5 12.5h14M9.3 14.2l6 6.8M14.7 14.2l-6 6.8M6 8v2M18 8v2',
  ),
  powerLine: icon('输电线', 'Power line', 'M6 21V4M18 21V4M3 7h6M15 7h6M3 7c3 5 15 5 18 0M3 11h6M15 11h6'),
  transformer: icon(
    '变压器',
    'Transformer',
    'M9 7a5 5 0 1 1 0 10A5 5 0 0 1 9 7zM15 7a5 5 0 1 1 0 10 5 5 0 0 1 0-10zM1.5 12H4M20 12h2.5',
  ),
  inverter: icon(
    '逆变器',
    'Inverter',
    'M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2zM21 3 3 21M6 7h5M6 9.5h5M13 16.5c.8-2 2-2 2.7 0s2 2 2.8 0',
  ),
  pcs: icon(
    '储能变流器',
    'Power conversion system',
    'M4 6h5v12H4zM15 6h5v12h-5zM9 10h6M13 8l2 2-2 2M15 15H9M11 13l-2 2 2 2',
  ),
  meter: icon(
    '电表',
    'Meter',
    'M6 3h12a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1zM8 6h8v5H8zM10 8.5h4M12.5 13.5 10.5 16.5h3l-2 3',
  ),
  gauge: icon(
    '仪表',
    'Gauge',
    'M4.6 18a9 9 0 1 1 14.8 0M12 14l4-5M12 15.3a1.3 1.3 0 1 1 0-2.6 1.3 1.3 0 0 1 0 2.6zM5.5 13h1M17.5 13h1M12 6.5v1',
  ),
  plug: icon('插头', 'Plug', 'M8 3v5M16 3v5M6 8h12v3a6 6 0 0 1-12 0zM12 17v4'),
  charger: icon(
    '充电桩',
    'Charging pile',
    'M5 21V5a2 2 0 0 1 2-2h6a2 2 0 0 1 2 2v16M3 21h14M15 11h2a2 2 0 0 1 2 2v3a1.5 1.5 0 0 0 3 0V9l-3-3M10.5 7 8.5 11h3l-2 4',
  ),
  bolt: icon('电能', 'Electric energy', 'M13 2.5 5 13.5h6l-1 8 8-11h-6z'),
  load: icon('负荷', 'Load', 'M3 21V11l6 3.5V11l6 3.5V5h4l2 16zM7 18h2M12 18h2M17 9h1.5'),
  building: icon(
    '楼宇',
    'Building',
    'M5 21V4a1 1 0 0 1 1-1h8a1 1 0 0 1 1 1v17M15 9h3a1 1 0 0 1 1 1v11M3 21h18M8 7h4M8 11h4M8 15h4',
  ),
  home: icon('住宅', 'Home', 'M3.5 11 12 4l8.5 7M5.5 9.5V20h13V9.5M10 20v-6h4v6'),
  station: icon(
    '站点',
    'Site',
    'M12 21s-7-6.2-7-11.5a7 7 0 0 1 14 0C19 14.8 12 21 12 21zM12.7 6 9.8 10.3h4.4L11.3 14',
  ),
  breaker: icon(
    '断路器',
    'Breaker',
    'M12 2.5v5M12 16.5v5M12 16.5 7.5 8.5M10.3 5.8l3.4 3.4M13.7 5.8l-3.4 3.4M12 16.5v.01',
  ),
  fan: icon(
    '风扇',
    'Fan',
    'M12 13.5a1.5 1.5 0 1 1 0-3 1.5 1.5 0 0 1 0 3zM12 10.5c-3-3-2-7 1-7s3 4 0 7M13.5 12c3-3 7-2 7 1s-4 3-7 0M12 13.5c3 3 2 7-1 7s-3-4 0-7M10.5 12c-3 3-7 2-7-1s4-3 7 0',
  ),
  temperature: icon('温度', 'Temperature', 'M14 14V5a2 2 0 0 0-4 0v9a4 4 0 1 0 4 0zM12 9v7M17 6h3M17 10h2'),
  humidity: icon('湿度', 'Humidity', 'M12 3s6 6.4 6 11a6 6 0 0 1-12 0c0-4.6 6-11 6-11z'),
  weather: icon(
    '气象',
    'Weather',
    'M8 19h9a4 4 0 0 0 .5-8A6 6 0 0 0 6 11.5 3.8 3.8 0 0 0 8 19zM16 4.5l.8-1.5M19.5 7.5l1.5-.8M12.5 4V2.5',
  ),
  device: icon(
    '设备',
    'Device',
    'M4 4h16v16H4zM9 9h6v6H9zM9 1.5V4M15 1.5V4M9 20v2.5M15 20v2.5M1.5 9H4M1.5 15H4M20 9h2.5M20 15h2.5',
  ),
  airConditioner: icon(
    '空调',
    'Air conditioner',
    'M4 5h16a1 1 0 0 1 1 1v6H3V6a1 1 0 0 1 1-1zM6.5 9h11M7 15.5c0 2-1 2-1 4M12 15.5c0 2-1 2-1 4M17 15.5c0 2-1 2-1 4',
  ),
  gateway: icon(
    '网关',
    'Gateway',
    'M4 13h16v7H4zM7.5 16.5h.01M11 16.5h.01M12 13V9M8.5 6.5a5 5 0 0 1 7 0M6 4a8.5 8.5 0 0 1 12 0',
  ),
  sensor: icon(
    '传感器',
    'Sensor',
    'M12 14a2 2 0 1 1 0-4 2 2 0 0 1 0 4zM8 16a5.7 5.7 0 0 1 0-8M16 8a5.7 5.7 0 0 1 0 8M5 19a10 10 0 0 1 0-14M19 5a10 10 0 0 1 0 14',
  ),
  factory: icon('工厂', 'Factory', 'M3 21V10l6 4v-4l6 4V4h5l1 17zM7 17.5h2M12 17.5h2M17 17.5h1'),
  carbon: icon('减碳', 'Carbon saving', 'M5 19C4 9 10 4 20 4c0 10-5 16-13 14M5 21c1-5 4-9 9-11'),
  tree: icon(
    '树木',
    'Tree',
    'M12 21v-8M12 17l3.5-3M12 15l-3-2.5M12 3a5 5 0 0 1 4.8 6.4A4 4 0 0 1 16 17H8a4 4 0 0 1-.8-7.6A5 5 0 0 1 12 3z',
  ),
  generator: icon(
    '发电机',
    'Generator',
    'M12 5a7 7 0 1 1 0 14 7 7 0 0 1 0-14zM8.5 12c1-3 2.5-3 3.5 0s2.5 3 3.5 0M2 12h3M19 12h3',
  ),
  peakValley: icon('峰谷', 'Peak and valley', 'M3 20h18M3 15c2.5 0 3-9 5.5-9S12 17 14.5 17 18 9 21 9'),
} as const satisfies Record<string, IconDrawing>;
