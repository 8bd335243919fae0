import type { ErrorTexts } from './entry.ts';

export const importErrors = {
  'import.notCsv': {
    status: 400,
    code: 40065,
    zh: '文件不是有效的 CSV：第 {line} 行',
    en: 'The file is not valid CSV: line {line}',
  },
  'import.badMapping': {
    status: 400,
    code: 40055,
    zh: '导入映射无效：{reason}',
    en: 'The import mapping is not valid: {reason}',
  },
  'import.noMapping': {
    status: 400,
    code: 40056,
    zh: '映射中没有与文件 {file} 匹配的项',
    en: 'The mapping has no entry for the file {file}',
  },
  'import.missingColumn': {
    status: 400,
    code: 40057,
    zh: '文件缺少列 {column}',
    en: 'The file has no column {column}',
  },
  'import.unknownDevice': {
    status: 404,
    code: 40455,
    zh: '站点中没有设备 {sn}',
    en: 'The station has no device {sn}',
  },
  'import.empty': { status: 422, code: 42250, zh: '文件是空的', en: 'The file is empty' },
  'import.noTimeColumn': {
    status: 422,
    code: 42251,
    zh: '没有找到时间列：请在映射中用 timeColumn 指明（列名，或 #1 表示第一列）',
    en: 'No time column found. Set timeColumn in the mapping (a heading, or #1 for the first column).',
  },
  'import.timeUnclear': {
    status: 422,
    code: 42252,
    zh: '列 {column} 的日期有两种读法：{example} 可以是 {dmy}（日在前）或 {mdy}（月在前），整列都无法判断：请在映射中写明 timeFormat 为 dmy 或 mdy',
    en: 'Ambiguous dates in the column {column}: {example} is {dmy} with the day first or {mdy} with the month first. Set timeFormat to dmy or mdy in the mapping.',
  },
  'import.numberUnclear': {
    status: 422,
    code: 42253,
    zh: '列 {column} 的数值有两种读法：{example} 可以是 {comma}（小数逗号）或 {dot}（千位逗号）：请在映射中写明 decimalComma 为 true 或 false',
    en: 'Ambiguous numbers in the column {column}: {example} is {comma} with a decimal comma or {dot} with thousands separators. Set decimalComma to true or false in the mapping.',
  },
  'import.lineTooLong': {
    status: 422,
    code: 42254,
    zh: '第 {line} 行之后有一行超过 {limit} 个字符，不是有效的 CSV',
    en: 'A line after line {line} is longer than {limit} characters. The file is not valid CSV.',
  },
  'import.tooManyColumns': {
    status: 422,
    code: 42255,
    zh: '文件超过 {limit} 列',
    en: 'The file has more than {limit} columns',
  },
  'import.intervalUnclear': {
    status: 422,
    code: 42270,
    zh: '时间表示区间的结束，但区间长度未知：请在映射中写明 interval，例如 15min、1h 或 day',
    en: 'Times mark the end of an interval of unknown length. Set interval, such as 15min, 1h or day.',
  },
  'import.daysUnclear': {
    status: 422,
    code: 42271,
    zh: '列 {first} 至 {last} 可能是一天中每 {minutes} 分钟的区间：请写明 dayPerRow 为 true 或 false',
    en: 'The columns {first} to {last} may be the intervals of a day, {minutes} minutes each. Set dayPerRow to true or false.',
  },
  'import.kindUnclear': {
    status: 422,
    code: 42272,
    zh: '{columns}（{unit}）是累计读数还是区间量？请写明 kind 为 counter 或 interval',
    en: '{columns} ({unit}): counter readings or interval amounts? Set kind to counter or interval.',
  },
  'import.twoValues': {
    status: 422,
    code: 42273,
    zh: '{count} 个值与文件中同一变量同一时刻的另一个值不同：列 {column} 在 {time} 有 {value}（第 {line} 行）和 {second}（第 {other} 行）。请用 seriesColumns 指明区分序列的列，或用 repeats 指明以 first 还是 last 为准',
    en: '{count} values differ for the same variable and time: {column} at {time} is {value} in line {line} and {second} in line {other}. Set seriesColumns to the columns that distinguish series, or repeats to first or last.',
  },
  'import.noDayColumns': {
    status: 422,
    code: 42274,
    zh: '文件中没有表示一天各区间的列',
    en: 'The file has no columns for the intervals of a day',
  },
  'import.tooManySeries': {
    status: 422,
    code: 42275,
    zh: '区分序列的列中不同的值超过 {limit} 个',
    en: 'The columns that distinguish series have more than {limit} different values',
  },
  'import.tooManyRepeats': {
    status: 422,
    code: 42276,
    zh: '时间无序的列合计超过 {limit} 个值：请按时间排序或拆分文件',
    en: 'The columns with unsorted times have more than {limit} values. Sort the file by time, or split it.',
  },
  'import.notUndoable': {
    status: 409,
    code: 40947,
    zh: '该导入不能撤销：未写入数据、仍在运行、已撤销，或已超过 {days} 天',
    en: 'This import cannot be undone: it wrote nothing, is still running, was already undone, or is older than {days} days',
  },
  'import.unknownJob': { status: 404, code: 40456, zh: '导入任务不存在', en: 'The import does not exist' },
} as const satisfies ErrorTexts;
