import { describe, expect, it } from 'vitest';
import { captchaHash, drawCaptcha } from '../../../server/identity/captcha.ts';
import { accountKey, attemptKeys, judge } from '../../../server/identity/throttle.ts';

describe('judge', () => {
  it('asks for a captcha on the fourth attempt of one person, not on the third', () => {
    expect(judge([{ scope: 'pair', count: 3, seconds: 900 }])).toEqual({ kind: 'open' });
    expect(judge([{ scope: 'pair', count: 4, seconds: 900 }])).toEqual({ kind: 'captcha' });
  });

  it('closes after ten and says for how long', () => {
    const verdict = judge([
      { scope: 'pair', count: 11, seconds: 12.3 },
      { scope: 'ip', count: 61, seconds: 20.1 },
      { scope: 'account', count: 61, seconds: 800 },
    ]);
    expect(verdict).toEqual({ kind: 'blocked', seconds: 21 });
  });

  it('never closes an account for its owner because of a few strangers', () => {
    expect(judge([{ scope: 'account', count: 100, seconds: 5 }])).toEqual({ kind: 'captcha' });
  });
});

describe('counters', () => {
  it('are the same for every way to write an account', () => {
    expect(accountKey(' Admin ')).toBe('admin');
    expect(accountKey('ＡＤＭＩＮ')).toBe('admin');
    expect(attemptKeys('::1', 'ADMIN')).toEqual(attemptKeys('::1', 'admin'));
  });
});

describe('captcha', () => {
  it('draws letters as paths without the answer as text', () => {
    const { text, svg } = drawCaptcha();
    expect(text).toHaveLength(4);
    expect(svg).toMatch(/^<svg /);
    expect(svg).not.toContain(text);
    expect(svg).not.toMatch(/<text|<script/);
  });

  it('takes the answer in any letter case and belongs to one picture', () => {
    expect(captchaHash('a', ' AbCd')).toBe(captchaHash('a', 'abcd'));
    expect(captchaHash('a', 'abcd')).not.toBe(captchaHash('b', 'abcd'));
  });
});
