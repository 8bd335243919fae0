/**
 * Every error that the server answers on purpose. The code is the HTTP status and two digits of our own, so
 * that it is unique and tells its kind; texts may hold {parameters}. Add a line to the block of your area.
 */
interface ErrorEntry {
  status: number;
  code: number;
  zh: string;
  en: string;
}

export const errorTable = {
  // http
  'http.invalid': { status: 400, code: 40001, zh: '提交的内容有误', en: 'Some of the input is not valid' },
  'http.notJson': {
    status: 400,
    code: 40002,
    zh: '请求内容不是有效的 JSON',
    en: 'The request body is not valid JSON',
  },
  'http.badRequest': { status: 400, code: 40003, zh: '请求无效', en: 'The request is not valid' },
  'http.unauthorized': { status: 401, code: 40101, zh: '请先登录', en: 'Please sign in first' },
  'http.forbidden': { status: 403, code: 40301, zh: '没有权限', en: 'You are not allowed to do this' },
  'http.notFound': { status: 404, code: 40401, zh: '未找到', en: 'Not found' },
  'http.tooLarge': { status: 413, code: 41301, zh: '提交的内容过大', en: 'The request is too large' },
  'http.fileTooLarge': {
    status: 413,
    code: 41302,
    zh: '文件大小不能超过 {limit} MB',
    en: 'A file may have at most {limit} MB',
  },
  'http.mediaType': {
    status: 415,
    code: 41501,
    zh: '不支持该内容类型',
    en: 'This content type is not supported',
  },
  'http.tooMany': {
    status: 429,
    code: 42901,
    zh: '请求过于频繁，请稍后再试',
    en: 'Too many requests, please try again later',
  },
  'http.internal': {
    status: 500,
    code: 50001,
    zh: '服务器内部错误',
    en: 'Something went wrong on the server',
  },
  'http.closing': { status: 503, code: 50302, zh: '服务正在停止', en: 'The server is shutting down' },
  // database
  'db.unavailable': {
    status: 503,
    code: 50301,
    zh: '数据库暂时不可用，请稍后再试',
    en: 'The database is not available right now, please try again',
  },
  'db.retry': {
    status: 503,
    code: 50303,
    zh: '操作冲突，请重试',
    en: 'The operation collided with another one, please try again',
  },
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
    zh: '请输入验证码',
    en: 'Please type the characters of the picture',
  },
  'auth.captchaWrong': {
    status: 400,
    code: 40012,
    zh: '验证码错误或已过期',
    en: 'The characters are wrong or the picture has expired',
  },
  'auth.tooMany': {
    status: 429,
    code: 42910,
    zh: '尝试次数过多，请在 {minutes} 分钟后重试',
    en: 'Too many attempts, please try again in {minutes} min',
  },
  'auth.noTenant': {
    status: 403,
    code: 40311,
    zh: '账号未加入任何租户，请联系管理员',
    en: 'This account belongs to no tenant, please ask an administrator',
  },
  'user.passwordMismatch': {
    status: 400,
    code: 40020,
    zh: '两次输入的密码不一致',
    en: 'The two password inputs are inconsistent',
  },
  'user.passwordWrong': { status: 400, code: 40021, zh: '原密码错误', en: 'The current password is wrong' },
  'user.grantBeyond': {
    status: 403,
    code: 40310,
    zh: '不能授予自己没有的权限：{permission}',
    en: "You can't grant a permission that you don't have: {permission}",
  },
  // entities
  'entity.stale': {
    status: 409,
    code: 40930,
    zh: '记录已被他人修改，请核对后重试',
    en: 'Somebody else changed this record; please compare and try again',
  },
  'entity.taken': { status: 409, code: 40931, zh: '{field}已存在', en: '{field} is already taken' },
  'entity.inUse': {
    status: 409,
    code: 40932,
    zh: '该{title}正被{user}使用，不能删除',
    en: "This {title} is in use ({user}) and can't be deleted",
  },
  'entity.badReference': { status: 400, code: 40030, zh: '{field}不存在', en: '{field} does not exist' },
  'entity.badValue': {
    status: 400,
    code: 40031,
    zh: '{field}的值无效',
    en: '{field} has a value that is not allowed',
  },
  'entity.outOfRange': { status: 400, code: 40032, zh: '数值超出范围', en: 'A number is out of range' },
  'entity.filterSyntax': {
    status: 400,
    code: 40033,
    zh: '筛选条件格式有误',
    en: 'The filter is not well formed',
  },
  'entity.filterField': {
    status: 400,
    code: 40034,
    zh: '不能按“{field}”筛选',
    en: 'There is no field "{field}" to filter by',
  },
  'entity.filterOp': {
    status: 400,
    code: 40035,
    zh: '“{field}”不支持“{op}”',
    en: '"{op}" is not possible on "{field}"',
  },
  'entity.filterValue': {
    status: 400,
    code: 40036,
    zh: '“{field}”的筛选值无效',
    en: 'The filter value of "{field}" is not valid',
  },
  'entity.sortField': {
    status: 400,
    code: 40037,
    zh: '不能按“{field}”排序',
    en: 'There is no field "{field}" to sort by',
  },
  'entity.variableNotOfStation': {
    status: 400,
    code: 40038,
    zh: '该变量不属于所选站点',
    en: 'This variable does not belong to the chosen station',
  },
  'entity.fixed': { status: 400, code: 40039, zh: '保存后不能修改', en: "This can't be changed once saved" },
  // files
  'file.notImage': { status: 400, code: 40045, zh: '请选择图片', en: 'Please choose a picture' },
  'file.nameTooLong': {
    status: 400,
    code: 40046,
    zh: '请将文件名长度控制在200字数以内！',
    en: 'Please keep the file name within 200 characters!',
  },
  'file.missing': { status: 400, code: 40047, zh: '请选择文件', en: 'Please choose a file' },
  // stations, alarms, boards, control
  'station.notFound': { status: 404, code: 40440, zh: '站点不存在', en: 'There is no such station' },
  'station.hasDevices': {
    status: 409,
    code: 40940,
    zh: '该站点还有 {count} 台设备，请先删除或移走',
    en: 'This station still has {count} devices; delete or move them first',
  },
  'device.notFound': { status: 404, code: 40441, zh: '设备不存在', en: 'There is no such device' },
  'variable.notFound': { status: 404, code: 40442, zh: '变量不存在', en: 'There is no such variable' },
  'alarm.notFound': { status: 404, code: 40443, zh: '告警不存在', en: 'There is no such alarm' },
  'alarm.handled': {
    status: 409,
    code: 40941,
    zh: '该告警已被处理',
    en: 'This alarm has been handled already',
  },
  'alarmGenerater.notFound': {
    status: 404,
    code: 40444,
    zh: '告警规则不存在',
    en: 'There is no such alarm rule',
  },
  'kanban.notFound': {
    status: 404,
    code: 40445,
    zh: '看板版本不存在',
    en: 'There is no such version of the board',
  },
  'kanban.stale': {
    status: 409,
    code: 40942,
    zh: '看板已被他人修改，请核对后重试',
    en: 'Somebody else saved this board meanwhile; please compare and try again',
  },
  'kanban.invalid': {
    status: 400,
    code: 40060,
    zh: '看板内容无效：{reason}',
    en: 'The board is not valid: {reason}',
  },
  'kanban.tooLarge': {
    status: 413,
    code: 41360,
    zh: '看板内容不能超过 {limit} kB',
    en: 'A board may have at most {limit} kB',
  },
  'kanban.tooManyVariables': {
    status: 400,
    code: 40061,
    zh: '一次最多查询 {limit} 个变量',
    en: 'At most {limit} variables can be asked for at once',
  },
  'control.notWritable': {
    status: 400,
    code: 40062,
    zh: '该变量不可控制',
    en: "This variable can't be controlled",
  },
  'control.badValue': {
    status: 400,
    code: 40063,
    zh: '控制值不符合变量的类型或范围',
    en: 'The value does not fit the type or range of the variable',
  },
  'control.offline': {
    status: 409,
    code: 40943,
    zh: '设备离线，不能控制',
    en: "The device is offline and can't be controlled",
  },
  'control.noSwitch': {
    status: 409,
    code: 40944,
    zh: '该设备没有可控的开关变量',
    en: 'This device has no switch that can be controlled',
  },
  'control.notAirConditioner': {
    status: 400,
    code: 40064,
    zh: '该设备不是空调',
    en: 'This device is no air conditioner',
  },
  'import.notCsv': {
    status: 400,
    code: 40065,
    zh: '文件不是有效的 CSV：第 {line} 行',
    en: 'The file is no valid CSV: line {line}',
  },
  'import.tooLong': {
    status: 400,
    code: 40066,
    zh: '一次最多导入 {limit} 行',
    en: 'At most {limit} rows can be imported at once',
  },
  'import.noRows': { status: 400, code: 40067, zh: '文件没有数据行', en: 'The file has no rows' },
  // telemetry
  'telemetry.unknownToken': { status: 401, code: 40150, zh: '设备令牌无效', en: 'No device has this token' },
  'telemetry.deviceDisabled': {
    status: 403,
    code: 40350,
    zh: '设备已停用',
    en: 'The device is switched off',
  },
  'telemetry.notAMessage': {
    status: 400,
    code: 40050,
    zh: '不是有效的遥测消息',
    en: 'This is not a telemetry message',
  },
  'telemetry.overloaded': {
    status: 429,
    code: 42950,
    zh: '数据写入繁忙，请稍后重发',
    en: 'Too much is waiting to be stored, please send it again shortly',
  },
  'telemetry.unknownVariable': {
    status: 404,
    code: 40450,
    zh: '变量不存在：{sn}',
    en: 'There is no variable {sn}',
  },
  'telemetry.badTime': {
    status: 400,
    code: 40051,
    zh: '时间格式应为 YYYY-MM-DD HH:mm:ss',
    en: 'Write the time as YYYY-MM-DD HH:mm:ss',
  },
  'telemetry.badWindow': {
    status: 400,
    code: 40052,
    zh: '开始时间必须早于结束时间',
    en: 'The start must lie before the end',
  },
  'telemetry.tooManyBuckets': {
    status: 400,
    code: 40053,
    zh: '时间范围过大，请缩短或选择更大的周期',
    en: 'The window is too long for this period',
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
  'import.unknownJob': { status: 404, code: 40456, zh: '导入任务不存在', en: 'There is no such import' },
} as const satisfies Record<string, ErrorEntry>;
