import { describe, expect, it } from 'vitest';
import { createTokenMemory } from '../../../../../server/engine/identity/session/tokenMemory.ts';
import {
  audienceOf,
  bearerToken,
  signToken,
  verifyToken,
} from '../../../../../server/engine/identity/session/tokens.ts';

const secret = new TextEncoder().encode('a secret of the test, long enough for HS256');
const other = new TextEncoder().encode('another secret, as long as the first one is');
const claims = { userId: 7, tenantId: 2, sessionId: 'abc' };

describe('tokens', () => {
  it('contain user, tenant and session', async () => {
    const token = await signToken(secret, 'main', claims, 60);
    expect(token).toMatchObject({ token_type: 'bearer', expires_in: 60 });
    expect(await verifyToken(secret, 'main', token.access_token)).toEqual({ claims });
  });

  it('without a session are anonymous', async () => {
    const token = await signToken(secret, 'main', null, 60);
    expect(await verifyToken(secret, 'main', token.access_token)).toEqual({ claims: null });
  });

  it('of one audience are refused by the other', async () => {
    const token = await signToken(secret, 'ems', claims, 60);
    expect(await verifyToken(secret, 'main', token.access_token)).toBe('invalid');
  });

  it('report that they expired, and when they will', async () => {
    const past = Date.now() - 120_000;
    const token = await signToken(secret, 'main', claims, 60, past);
    expect(token.expire_at_millisec).toBe((Math.floor(past / 1000) + 60) * 1000);
    expect(await verifyToken(secret, 'main', token.access_token)).toBe('expired');
  });

  it('that are forged, cut or unsigned are refused', async () => {
    const { access_token: token } = await signToken(other, 'main', claims, 60);
    expect(await verifyToken(secret, 'main', token)).toBe('invalid');
    expect(await verifyToken(secret, 'main', token.slice(0, -3))).toBe('invalid');
    const unsigned = `${btoa('{"alg":"none"}')}.${token.split('.')[1]}.`;
    expect(await verifyToken(secret, 'main', unsigned)).toBe('invalid');
  });
});

describe('audienceOf', () => {
  it('is ems below /ems/api only', () => {
    expect(audienceOf('/ems/api/main/alarm')).toBe('ems');
    expect(audienceOf('/ems/apiary')).toBe('main');
    expect(audienceOf('/tools/ems/emsToken')).toBe('main');
  });
});

describe('bearerToken', () => {
  it('reads the Authorization header', () => {
    expect(bearerToken('Bearer a.b-c_d')).toBe('a.b-c_d');
    expect(bearerToken('Basic d2ViOndlYg==')).toBe(null);
    expect(bearerToken(undefined)).toBe(null);
    expect(bearerToken('Bearer a b')).toBe(null);
  });
});

describe('the memory of tokens', () => {
  const counted = () => {
    let checked = 0;
    let time = Date.now();
    const verify = createTokenMemory(
      (...args) => {
        checked += 1;
        return verifyToken(...args);
      },
      () => time,
    );
    return {
      verify,
      checked: () => checked,
      wait: (seconds: number) => {
        time += seconds * 1000;
      },
    };
  };

  it('checks a signature once, for each audience', async () => {
    const { verify, checked } = counted();
    const { access_token: token } = await signToken(secret, 'main', claims, 60);
    for (let times = 0; times < 3; times += 1)
      expect(await verify(secret, 'main', token)).toEqual({ claims });
    expect(checked()).toBe(1);
    expect(await verify(secret, 'ems', token)).toBe('invalid');
  });

  it('drops a token when it ends, and never stores a refused one', async () => {
    const { verify, checked, wait } = counted();
    const { access_token: token } = await signToken(secret, 'main', claims, 60);
    await verify(secret, 'main', token);
    wait(61);
    await verify(secret, 'main', token);
    expect(checked()).toBe(2);
    const { access_token: forged } = await signToken(other, 'main', claims, 60);
    expect(await verify(secret, 'main', forged)).toBe('invalid');
    expect(await verify(secret, 'main', forged)).toBe('invalid');
    expect(checked()).toBe(4);
  });
});
