import type { ErrorTexts } from './entry.ts';

export const httpErrors = {
  // http
  'http.invalid': { status: 400, code: 40001, zh: '提交的内容有误', en: 'Some of the input is not valid' },
  'http.notJson': {
    status: 400,
    code: 40002,
    zh: '请求内容不是有效的 JSON',
    en: 'The request body is not valid JSON',
  },
  'http.badRequest': { status: 400, code: 40003, zh: '请求无效', en: 'The request is not valid' },
  'http.tooDeep': {
    status: 400,
    code: 400105,
    zh: '提交的内容嵌套过深，最多 {limit} 层',
    en: 'The input is nested too deeply: at most {limit} levels',
  },
  'http.unauthorized': { status: 401, code: 40101, zh: '请先登录', en: 'Sign in first' },
  'http.forbidden': { status: 403, code: 40301, zh: '没有权限', en: 'You have no permission for this' },
  'http.otherPerson': {
    status: 403,
    code: 40374,
    zh: '当前登录的是其他账号，未做任何更改',
    en: 'Another user is signed in now. Nothing was changed.',
  },
  'http.notCaller': {
    status: 403,
    code: 40381,
    zh: '只能填写本人的编号',
    en: 'Enter your own id',
  },
  'http.notFound': { status: 404, code: 40401, zh: '未找到', en: 'Not found' },
  'http.tooLarge': { status: 413, code: 41301, zh: '提交的内容过大', en: 'The request is too large' },
  'http.fileTooLarge': {
    status: 413,
    code: 41302,
    zh: '文件大小不能超过 {limit} MB',
    en: 'A file can have at most {limit} MB',
  },
  'http.mediaType': {
    status: 415,
    code: 41501,
    zh: '不支持该内容类型',
    en: 'This content type is not supported',
  },
  'http.range': {
    status: 416,
    code: 41601,
    zh: '文件没有所请求的部分',
    en: 'The file does not have the requested part',
  },
  'request.badKey': {
    status: 400,
    code: 40074,
    zh: '请求标识应为 1 至 200 个可见的 ASCII 字符',
    en: 'A request name must have 1 to 200 visible ASCII characters',
  },
  'request.otherBody': {
    status: 422,
    code: 42291,
    zh: '该请求标识已用于另一请求，请使用新的标识',
    en: 'This request name is already in use. Use a new one.',
  },
  'http.tooMany': {
    status: 429,
    code: 42901,
    zh: '请求过于频繁，请稍后再试',
    en: 'Too many requests. Try again later.',
  },
  'live.tooMany': {
    status: 429,
    code: 42999,
    zh: '实时窗口过多（最多 {limit} 个），请关闭部分窗口',
    en: 'Too many live windows are open (at most {limit}). Close some.',
  },
  'http.left': {
    status: 499,
    code: 49901,
    zh: '请求已被取消',
    en: 'The request was cancelled',
  },
  'http.internal': {
    status: 500,
    code: 50001,
    zh: '服务器内部错误',
    en: 'Internal server error',
  },
  'http.closing': { status: 503, code: 50302, zh: '服务正在停止', en: 'The server is shutting down' },
  // database
  'db.unavailable': {
    status: 503,
    code: 50301,
    zh: '数据库暂时不可用，请稍后再试',
    en: 'The database is not available. Try again later.',
  },
  'db.retry': {
    status: 503,
    code: 50303,
    zh: '操作冲突，请重试',
    en: 'The operation conflicted with another one. Try again.',
  },
} as const satisfies ErrorTexts;
