import { expect, it } from 'vitest';
import { checkAddress } from '../../../../../server/sites/cameras/list.ts';

it('an address is allowed only by its whole origin', () => {
  const origins = ['https://cams.example:8443'];
  const allowed = (address: string) => checkAddress(address, origins).address !== null;
  expect(allowed('https://cams.example:8443/a/live.m3u8')).toBe(true);
  for (const address of [
    'https://cams.example/a/live.m3u8',
    'http://cams.example:8443/a',
    'https://cams.example:8443.evil.example/a',
    'https://cams.example:8443@evil.example/a',
    'https://user:pass@cams.example:8443/a',
    'javascript:alert(1)',
  ])
    expect(allowed(address), address).toBe(false);
});
