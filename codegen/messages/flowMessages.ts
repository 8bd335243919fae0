/**
 * Messages about mistakes in conditions on amounts, moves that follow a decision, public links and proposed rows, in
 * both languages.
 */
export const FLOW_MESSAGES = {
  conditionAmount: {
    en: 'asks whether an amount equals a figure: compare it by <, <=, > or >=',
    zh: '金额不能比较是否相等：请使用 <、<=、> 或 >=',
  },
  proposeTable: {
    en: 'fills a table: set "x-control": "table" beside it, or remove it',
    zh: '用于填充表格：请同时填写 "x-control": "table"，或删除',
  },
  proposeShare: {
    en: '"{name}" is not an amount: use {known}',
    zh: '“{name}”不是金额：请使用 {known}',
  },
  publicKept: {
    en: '"{name}" cannot be public: it is hidden from some people, or a list or a file. Remove it',
    zh: '“{name}”不能公开（有权限限制，或为列表、文件）：请删除',
  },
  publicSums: {
    en: 'has only one of "by" and "sum": set both or neither',
    zh: '“by”与“sum”须同时填写：请补齐或都删除',
  },
  publicMove: {
    en: 'is missing a state before or after the move "{name}": add both',
    zh: '缺少“{name}”之前或之后的状态：请都加入',
  },
  publicForm: {
    en: 'asks for "{name}", which a guest cannot choose: use a move whose form has plain fields',
    zh: '需填写“{name}”，访客无法选择：请使用仅含普通字段的流转',
  },
  similarLabel: {
    en: 'is for the field that names the record: set it on "{name}"',
    zh: '只能用于记录名称字段：请写在“{name}”上',
  },
  daysOrder: {
    en: 'ends before it begins: use at least the value of "from"',
    zh: '结束早于开始：不能小于 "from" 的值',
  },
  runningSum: {
    en: 'adds up counts and sums over time: set "do" to "count" or "sum"',
    zh: '只能随时间累计个数或总和：请将 "do" 设为 "count" 或 "sum"',
  },
  lessSum: {
    en: 'is subtracted from a sum: set "do": "sum", or remove it',
    zh: '只能用于求和：请填写 "do": "sum"，或删除',
  },
  figureUnread: {
    en: 'is not read by any rule of the move: use {"var": "{name}"} in one, or remove it',
    zh: '没有任何规则读取：请在规则中使用 {"var": "{name}"}，或删除',
  },
  actionLeads: {
    en: 'leads to a state, which an action cannot change: remove it, or define the move under "states"',
    zh: '会改变状态，而动作不改变状态：请删除，或写到“states”的流转中',
  },
  actionStates: {
    en: 'names states, and the records have none: remove it, or use a "guard"',
    zh: '限定了状态，而记录没有状态：请删除，或改用“guard”',
  },
  actionIdle: {
    en: 'does nothing: add "effects" or a "form"',
    zh: '没有任何作用：请填写“effects”或“form”',
  },
  followingAsks: {
    en: 'is for people, but the approval makes the move "{name}": remove it',
    zh: '“{name}”由审批自动执行，此项仅用于人工操作：请删除',
  },
  followingFrom: {
    en: 'is missing the state of a submitted record: add {state}',
    zh: '缺少记录提交后的状态：请加入 {state}',
  },
} as const;
