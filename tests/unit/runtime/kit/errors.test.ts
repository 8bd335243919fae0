import { describe, expect, it } from 'vitest';
import type { Lang } from '../../../../runtime/core/text/lang.ts';
import { unwrap } from '../../../../runtime/kit/api/envelope.ts';
import { ApiError, errorText } from '../../../../runtime/kit/api/errors.ts';
import { failureWords } from '../../../../runtime/kit/api/failure.ts';
import { setLang, translate } from '../../../../runtime/kit/i18n/index.ts';

function failureOf(body: unknown, status: number, ok = status < 400): ApiError {
  try {
    unwrap(body, status, ok);
  } catch (error) {
    if (error instanceof ApiError) return error;
  }
  throw new Error('did not fail');
}

async function messageOf(error: ApiError, lang: Lang): Promise<string | null> {
  await setLang(lang);
  const text = errorText(error);
  if (!text) return null;
  return 'text' in text ? text.text : translate(lang, text.key, text.params);
}

describe('the envelope', () => {
  it('returns the data of code 0', () => {
    expect(unwrap({ code: 0, msg: 'ok', data: [1] }, 200, true)).toEqual([1]);
  });

  it("rejects any other code with the server's message, whatever the status", async () => {
    const error = failureOf({ code: 7, msg: '站点已存在' }, 200, true);
    expect(error).toMatchObject({ failure: 'answer', code: 7, status: 200 });
    expect(await messageOf(error, 'zh')).toBe('站点已存在');
  });

  it('contains the problems of fields and further data', () => {
    const errors = [{ field: '/name', msg: 'too long' }];
    const error = failureOf({ code: 40901, msg: 'stale', errors, data: { id: 1 } }, 409);
    expect(error.fields).toEqual(errors);
    expect(error.data).toEqual({ id: 1 });
  });
});

describe('the messages of HTTP failures', () => {
  it.each([
    [400, '请求错误', 'Request error'],
    [401, '登录超时，请重新登录', 'Login timeout, please sign in again'],
    [403, '拒绝访问', 'Access denied'],
    [404, '请求错误', 'Request error'],
    [408, '请求超时', 'Request timeout'],
    [500, '服务器错误', 'Server error'],
    [501, '服务未实现', 'Service not implemented'],
    [502, '网络错误', 'Network error'],
    [503, '服务不可用', 'Service unavailable'],
    [504, '网络超时', 'Network timeout'],
    [505, 'HTTP 版本不受支持', 'HTTP version not supported'],
    [418, '连接出错（418）', 'Connection error (418)'],
  ])('%i', async (status, zh, en) => {
    const error = failureOf('<html>', status);
    expect(await messageOf(error, 'zh')).toBe(zh);
    expect(await messageOf(error, 'en')).toBe(en);
  });
});

describe('failures without an answer', () => {
  it('has no message of the server when it is unreachable', async () => {
    expect(await messageOf(new ApiError({ failure: 'connection' }), 'en')).toBeNull();
  });

  it('shows a request timeout for an invalid request and for one that took too long', async () => {
    expect(await messageOf(new ApiError({ failure: 'build' }), 'en')).toBe('Request timeout');
    expect(await messageOf(new ApiError({ failure: 'timeout' }), 'zh')).toBe('请求超时');
  });

  it('shows Forbidden without a token', async () => {
    expect(await messageOf(new ApiError({ failure: 'token', status: 403 }), 'en')).toBe('Forbidden');
  });

  it('shows nothing for other errors', () => {
    expect(errorText(new Error('bug'))).toBeNull();
  });
});

describe('why something failed', () => {
  it("is shown in the server's text, in ours, or in the screen's if nothing was returned", async () => {
    await setLang('en');
    const t = (key: Parameters<typeof translate>[1]) => translate('en', key);
    const refused = failureOf({ code: 7, msg: 'The name is taken' }, 409);
    expect(failureWords(refused, t, 'Not sent')).toBe('The name is taken');
    expect(failureWords(new ApiError({ failure: 'timeout' }), t, 'Not sent')).toBe(t('http.requestTimeout'));
    expect(failureWords(new ApiError({ failure: 'connection' }), t, 'Not sent')).toBe('Not sent');
  });
});
