import { describe, expect, it } from 'vitest';
import {
  beginAttempt,
  changeField,
  endAttempt,
  failAttempt,
  fieldsMissing,
  LOGIN_START,
  NO_PROBLEMS,
  readFailure,
} from '../../../../pages/login/parts/loginState.ts';
import { CODE } from '../../../../runtime/kit/api/errors.ts';
import { nameInitial } from '../../../../runtime/kit/parts/Avatar.tsx';
import { chooseStation } from '../../../../runtime/kit/session/site.ts';
import { errorTable } from '../../../../server/platform/errors/errorTable.ts';

const answer = (code: number, msg = 'words') => ({ failure: 'answer', code, msg });

describe('the login form', () => {
  it('shows missing values at each field, and at the code only when required', () => {
    const empty = { username: ' ', password: '', otp: '' };
    const plain = { otp: false };
    expect(Object.keys(fieldsMissing(empty, plain)?.fields ?? {})).toEqual(['username', 'password']);
    expect(Object.keys(fieldsMissing(empty, { otp: true })?.fields ?? {})).toEqual([
      'username',
      'password',
      'otp',
    ]);
    expect(fieldsMissing({ ...empty, username: 'a', password: ' ' }, plain)).toBeNull();
  });

  it('shows a wrong password at the password, and a failed security check above the fields', () => {
    expect(readFailure(answer(CODE.badCredentials))).toEqual({
      fields: { password: { text: 'words' } },
      form: null,
      otp: false,
    });
    for (const code of [CODE.captchaRequired, CODE.captchaWrong]) {
      expect(readFailure(answer(code))).toMatchObject({
        fields: {},
        form: { text: 'words' },
      });
    }
  });

  it('requires the code of the second factor if the server does', () => {
    for (const code of [CODE.otpRequired, CODE.otpWrong])
      expect(readFailure(answer(code))).toMatchObject({ fields: { otp: { text: 'words' } }, otp: true });
  });

  it('shows the rate limit and an unreachable server above the fields', () => {
    expect(readFailure(answer(CODE.tooManyLogins))).toMatchObject({ fields: {}, form: { text: 'words' } });
    expect(readFailure({ failure: 'connection', code: -1, msg: '' }).form).toEqual({
      key: 'login.unreachable',
    });
  });

  it('supports the codes that the server sends', () => {
    expect(CODE).toEqual({
      invalid: errorTable['http.invalid'].code,
      choiceTaken: errorTable['studio.choiceTaken'].code,
      badCredentials: errorTable['auth.badCredentials'].code,
      otpRequired: errorTable['totp.required'].code,
      otpWrong: errorTable['totp.wrong'].code,
      captchaRequired: errorTable['auth.captchaRequired'].code,
      captchaWrong: errorTable['auth.captchaWrong'].code,
      passwordMismatch: errorTable['user.passwordMismatch'].code,
      passwordWrong: errorTable['user.passwordWrong'].code,
      tooManyLogins: errorTable['auth.tooMany'].code,
      linkGone: errorTable['board.linkGone'].code,
      otherPerson: errorTable['http.otherPerson'].code,
      notShared: errorTable['board.notShown'].code,
      forbidden: errorTable['http.forbidden'].code,
    });
  });
});

describe('an attempt to sign in', () => {
  const entered = changeField(changeField(LOGIN_START, 'username', 'a'), 'password', 'b');

  it('is sent only when complete, and once at a time', () => {
    const empty = beginAttempt(LOGIN_START);
    expect(empty).toMatchObject({ sends: false, state: { busy: false } });
    expect(Object.keys(empty.state.attempt.fields)).toEqual(['username', 'password']);
    const begun = beginAttempt(entered);
    expect(begun).toMatchObject({ sends: true, state: { busy: true, problems: NO_PROBLEMS } });
    expect(beginAttempt(begun.state)).toMatchObject({ sends: false, state: { busy: true } });
    expect(endAttempt({ ...begun.state, working: true })).toMatchObject({ busy: false, working: false });
  });

  it('that fails requires a code from then on, one for each attempt, and hides errors during input', () => {
    const otpStep = failAttempt(entered, readFailure(answer(CODE.otpRequired)));
    expect(otpStep).toMatchObject({ otpShown: true, problems: { fields: { otp: { text: 'words' } } } });
    const typed = changeField(otpStep, 'otp', '123456');
    expect(typed.problems.fields.otp).toBeUndefined();
    expect(typed.attempt).toBe(otpStep.attempt);
    const failed = failAttempt(typed, readFailure(answer(CODE.badCredentials)));
    expect(failed).toMatchObject({ otpShown: true, values: { username: 'a', password: 'b', otp: '' } });
  });
});

describe('small decisions of the shell', () => {
  it('opens the last site if it exists, otherwise the first', () => {
    const stations = [{ sn: 'a' }, { sn: 'b' }];
    expect(chooseStation(stations, 'b')).toBe('b');
    expect(chooseStation(stations, 'gone')).toBe('a');
    expect(chooseStation([], 'b')).toBeNull();
  });

  it('abbreviates a name in the usual way', () => {
    expect([' alice', '李运维', '😀x', ''].map(nameInitial)).toEqual(['A', '维', '😀', '?']);
  });
});
