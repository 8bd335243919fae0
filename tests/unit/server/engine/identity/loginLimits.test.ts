import { scrypt } from '@noble/hashes/scrypt.js';
import { describe, expect, it } from 'vitest';
import { countZeroBits, PROOF_BYTES } from '../../../../../runtime/core/access/proof.ts';
import { verifyProof } from '../../../../../server/engine/identity/signIn/captcha.ts';
import { attemptKeys, judge } from '../../../../../server/engine/identity/signIn/loginLimits.ts';
import { accountKey } from '../../../../../server/platform/accountKey.ts';
import { readAddressKey } from '../../../../../server/platform/addressKey.ts';

describe('judge', () => {
  it('requires a captcha at the fourth attempt of one person, not at the third', () => {
    expect(judge([{ scope: 'pair', count: 3, seconds: 900 }])).toEqual({ kind: 'open' });
    expect(judge([{ scope: 'pair', count: 4, seconds: 900 }])).toMatchObject({ kind: 'captcha' });
  });

  it('blocks after ten and returns for how long', () => {
    const verdict = judge([
      { scope: 'pair', count: 11, seconds: 12.3 },
      { scope: 'ip', count: 61, seconds: 20.1 },
      { scope: 'account', count: 61, seconds: 800 },
    ]);
    expect(verdict).toEqual({ kind: 'blocked', seconds: 21 });
  });

  it('never blocks an account for its owner because of a few strangers', () => {
    expect(judge([{ scope: 'account', count: 100, seconds: 5 }])).toMatchObject({ kind: 'captcha' });
  });
});

describe('counters', () => {
  it('are the same for every spelling of an account', () => {
    expect(accountKey(' Admin ')).toBe('admin');
    expect(accountKey('ＡＤＭＩＮ')).toBe('admin');
    expect(attemptKeys('::1', 'ADMIN')).toEqual(attemptKeys('::1', 'admin'));
  });

  it('treat all addresses of an IPv6 network as one sender, and an IPv4 address as one', () => {
    expect(readAddressKey('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64');
    expect(readAddressKey('2001:db8:1:2::')).toBe('2001:db8:1:2::/64');
    expect(readAddressKey('2001:db8:1:3::1')).not.toBe('2001:db8:1:2::/64');
    expect(readAddressKey('fe80::1%eth0')).toBe('fe80:0:0:0::/64');
    expect(readAddressKey('::ffff:10.1.2.3')).toBe('10.1.2.3');
    expect(readAddressKey('10.1.2.3')).toBe('10.1.2.3');
    expect(attemptKeys('2001:db8::1', 'li')).toEqual(attemptKeys('2001:db8::ffff:2', 'li'));
  });
});

describe('a proof of work', () => {
  const task = { captchaId: 'f0f0', cost: 2, bits: 5 };

  it('counts the leading zero bits of a hash', () => {
    expect(countZeroBits(new Uint8Array([0x80, 0]))).toBe(0);
    expect(countZeroBits(new Uint8Array([0x01, 0xff]))).toBe(7);
    expect(countZeroBits(new Uint8Array([0, 0x20]))).toBe(10);
    expect(countZeroBits(new Uint8Array([0, 0]))).toBe(16);
  });

  it('as browsers compute it is valid for the server, for its own task and bits only', async () => {
    const { captchaId, cost, bits } = task;
    const bitsOf = (answer: string) =>
      countZeroBits(scrypt(answer, captchaId, { N: cost, r: 8, p: 1, dkLen: PROOF_BYTES }));
    const answer = Array.from({ length: 10_000 }, (_, no) => String(no)).find((one) => bitsOf(one) >= bits)!;
    expect(await verifyProof(task, answer)).toBe(true);
    expect(await verifyProof({ ...task, bits: bitsOf(answer) + 1 }, answer)).toBe(false);
    expect(await verifyProof({ ...task, captchaId: 'f0f1', bits: 8 }, answer)).toBe(false);
  });

  it('becomes harder the nearer the end is', () => {
    const bits = (scope: 'pair' | 'account', count: number) => {
      const verdict = judge([{ scope, count, seconds: 1 }]);
      return verdict.kind === 'captcha' ? verdict.bits : 0;
    };
    expect([3, 4, 7, 10].map((count) => bits('pair', count))).toEqual([0, 6, 7, 9]);
    expect([20, 21, 110, 200].map((count) => bits('account', count))).toEqual([0, 5, 7, 9]);
  });
});
