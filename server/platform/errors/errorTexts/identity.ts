import type { ErrorTexts } from './entry.ts';

export const identityErrors = {
  // identity
  'auth.badClient': {
    status: 401,
    code: 40110,
    zh: '客户端凭证无效',
    en: 'The client credentials are not valid',
  },
  'auth.badCredentials': {
    status: 400,
    code: 40010,
    zh: '用户名或密码错误',
    en: 'The user name or the password is wrong',
  },
  'auth.captchaRequired': {
    status: 400,
    code: 40011,
    zh: '请先完成安全验证再登录',
    en: 'A security check is required before this sign-in',
  },
  'auth.captchaWrong': {
    status: 400,
    code: 40012,
    zh: '安全验证未通过或已过期，请重试',
    en: 'The security check failed or has expired. Try again.',
  },
  'auth.tooMany': {
    status: 429,
    code: 42910,
    zh: '尝试次数过多，请在 {minutes} 分钟后重试',
    en: 'Too many attempts. Try again in {minutes} min.',
  },
  'totp.required': {
    status: 400,
    code: 40013,
    zh: '请输入身份验证器中的验证码',
    en: 'Enter the code of your authenticator app',
  },
  'totp.wrong': {
    status: 400,
    code: 40014,
    zh: '验证码错误、已过期或已使用',
    en: 'The code is wrong, expired or already used',
  },
  'totp.on': {
    status: 409,
    code: 40910,
    zh: '两步验证已开启，请先关闭',
    en: 'The second factor is already on. Switch it off first.',
  },
  'apiKey.tooMany': {
    status: 409,
    code: 40911,
    zh: '最多可有 {max} 个有效的 API 密钥',
    en: 'At most {max} valid API keys are allowed',
  },
  'apiKey.notHere': {
    status: 403,
    code: 40312,
    zh: '此操作需要本人登录，不能使用 API 密钥',
    en: 'This requires a signed-in user; an API key is not enough',
  },
  'oidc.off': { status: 404, code: 40410, zh: '未配置统一身份登录', en: 'No identity provider is set up' },
  'oidc.unreachable': {
    status: 502,
    code: 50210,
    zh: '身份提供方无响应，请稍后重试',
    en: 'The identity provider does not respond. Try again later.',
  },
  'auth.noTenant': {
    status: 403,
    code: 40311,
    zh: '账号未加入任何租户，请联系管理员',
    en: 'This account belongs to no tenant. Ask an administrator.',
  },
  'user.passwordMismatch': {
    status: 400,
    code: 40020,
    zh: '两次输入的密码不一致',
    en: 'The two password inputs are inconsistent',
  },
  'user.passwordCommon': {
    status: 400,
    code: 40098,
    zh: '此密码太常见，容易被猜到，请换一个',
    en: 'This password is too common. Choose another one.',
  },
  'user.passwordName': {
    status: 400,
    code: 40099,
    zh: '密码不能包含登录名',
    en: 'The password must not contain the user name',
  },
  'user.passwordWrong': { status: 400, code: 40021, zh: '原密码错误', en: 'The current password is wrong' },
  'user.quietSpan': {
    status: 400,
    code: 400390,
    zh: '免打扰时段需要不同的开始和结束时间',
    en: 'Enter two different times for the quiet hours, or none',
  },
  'user.grantBeyond': {
    status: 403,
    code: 40310,
    zh: '不能授予自己没有的权限：{permission}',
    en: "You can't grant a permission that you don't have: {permission}",
  },
} as const satisfies ErrorTexts;
