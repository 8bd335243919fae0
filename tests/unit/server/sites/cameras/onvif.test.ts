import { expect, it } from 'vitest';
import { parseOnvif } from '../../../../../server/platform/onvifSetting.ts';
import { velocityOf } from '../../../../../server/sites/cameras/onvif.ts';

it('lists cameras by tenant, with their address and who may control them', () => {
  const places = parseOnvif(
    ' 10/gate=http://steer:p%40ss@10.0.0.5  2/yard-1=https://cam.example:8443/onvif/device ',
  );
  expect([...(places ?? [])]).toEqual([
    [
      '10/gate',
      {
        ...{ hostname: '10.0.0.5', port: 80, path: '/onvif/device_service', isSecure: false },
        ...{ username: 'steer', password: 'p@ss' },
      },
    ],
    [
      '2/yard-1',
      {
        ...{ hostname: 'cam.example', port: 8443, path: '/onvif/device', isSecure: true },
        ...{ username: '', password: '' },
      },
    ],
  ]);
  expect(parseOnvif('')?.size).toBe(0);
});

it.each([
  'gate=http://host',
  '10/gate=file:///etc/passwd',
  '10/gate',
  '1/a=http://h 1/a=http://i',
  '1/../a=http://h',
])('does not take %s', (text) => {
  expect(parseOnvif(text)).toBeNull();
});

it('converts a movement into speeds, without focus', () => {
  expect(velocityOf('upLeft')).toEqual({ x: -0.5, y: 0.5, zoom: 0 });
  expect(velocityOf('down')).toEqual({ x: 0, y: -0.5, zoom: 0 });
  expect(velocityOf('zoomOut')).toEqual({ x: 0, y: 0, zoom: -0.5 });
  expect(velocityOf('focusNear')).toBeNull();
});
