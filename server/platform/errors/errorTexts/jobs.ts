import type { ErrorTexts } from './entry.ts';

export const jobsErrors = {
  // jobs and Excel
  'job.noFile': {
    status: 404,
    code: 40403,
    zh: '文件不存在或已过期',
    en: 'The file does not exist or has expired',
  },
  'job.rightsLost': {
    status: 403,
    code: 40321,
    zh: '生成该文件后，您的权限已变更，请重新生成',
    en: 'Your permissions have changed since this file was created. Create it again.',
  },
  'job.tooMany': {
    status: 429,
    code: 42902,
    zh: '已有 {limit} 个任务在运行，请等待其完成',
    en: 'You have {limit} running jobs. Wait until they are done.',
  },
  'queue.full': {
    status: 429,
    code: 42903,
    zh: '正在处理的文件过多，请在 {seconds} 秒后重试',
    en: 'Too many files are being processed. Try again in {seconds} seconds.',
  },
  'job.alreadyRuns': {
    status: 409,
    code: 40949,
    zh: '该任务已在运行，请等待其完成',
    en: 'This job is already running. Wait until it is done.',
  },
  'excel.notTable': {
    status: 400,
    code: 40017,
    zh: '文件无法读取，请上传 Excel（.xlsx）或 CSV 文件',
    en: 'The file is not a readable Excel (.xlsx) or CSV file',
  },
  'excel.oldFormat': {
    status: 400,
    code: 40018,
    zh: '不支持旧版或加密的 Excel 文件，请另存为 .xlsx',
    en: 'Old or protected Excel files cannot be read. Save the file as .xlsx without a password.',
  },
  'excel.tooBig': {
    status: 400,
    code: 40019,
    zh: '文件解压后过大',
    en: 'The file is too large when unpacked',
  },
  'excel.dangerous': {
    status: 400,
    code: 40022,
    zh: '文件包含不允许的内容',
    en: 'The file contains content that is not allowed',
  },
  'excel.noRows': { status: 400, code: 40023, zh: '文件中没有数据行', en: 'The file has no rows of data' },
  'excel.tooLong': {
    status: 400,
    code: 40024,
    zh: '最多 {limit} 行',
    en: 'At most {limit} rows at once',
  },
  'file.tooSlow': {
    status: 413,
    code: 41305,
    zh: '读取该文件耗时过长，请拆分或简化文件',
    en: 'Reading this file takes too long. Split or simplify it.',
  },
  'file.tooHeavy': {
    status: 413,
    code: 41306,
    zh: '读取该文件所需内存过多，请拆分或简化文件',
    en: 'Reading this file needs too much memory. Split or simplify it.',
  },
  'excel.notChecked': {
    status: 409,
    code: 40917,
    zh: '请先检查文件',
    en: 'Check the file first',
  },
} as const satisfies ErrorTexts;
