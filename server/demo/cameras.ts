/** Two cameras of a demo site; their pictures are drawn by the server. */
export const demoCameras = (stationSn: string): Record<string, unknown>[] => [
  { stationSn, name: '储能场区', place: '1 号立杆', protocol: 'simulated' },
  { stationSn, name: '站区大门', place: '门卫室', protocol: 'simulated' },
];
