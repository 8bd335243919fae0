import { CALL_MESSAGES } from './callMessages.ts';
import { DOCUMENT_MESSAGES } from './documentMessages.ts';
import { FLOW_MESSAGES } from './flowMessages.ts';
import { KEPT_MESSAGES } from './keptMessages.ts';
import { PAGE_MESSAGES } from './pageMessages.ts';
import { TIME_MESSAGES } from './timeMessages.ts';

/** Mistakes in a definition are told in both languages; {names} are filled in. */
export const MESSAGES = {
  noJson: { en: 'is not valid JSON: {reason}', zh: '不是有效的 JSON：{reason}' },
  fileName: {
    en: 'is named "{name}" inside: name the file {name}.json, or the definition "{file}"',
    zh: '内部名称为“{name}”：请将文件命名为 {name}.json，或将定义命名为“{file}”',
  },
  lacksChinese: { en: 'lacks the text in Chinese: write "zh": "…"', zh: '缺少中文文本：请填写 "zh": "…"' },
  lacksEnglish: { en: 'lacks the text in English: write "en": "…"', zh: '缺少英文文本：请填写 "en": "…"' },
  noText: {
    en: 'is a text for people: write {"zh": "…", "en": "…"}',
    zh: '是界面文本：请写成 {"zh": "…", "en": "…"}',
  },
  commonUnknown: {
    en: 'is no common field of schemas/fields: write {known}',
    zh: '不是 schemas/fields 中的公共字段：请使用 {known}',
  },
  commonWithin: {
    en: 'refers from one common field to another: write its words here',
    zh: '公共字段不能引用另一个公共字段：请在此直接填写',
  },
  rightUnknown: {
    en: 'is no action of this entity: write {known}',
    zh: '不是该实体的操作：请使用 {known}',
  },
  lacks: { en: 'lacks "{name}": write it', zh: '缺少“{name}”：请补充' },
  unknown: { en: 'is not known here: remove it, or correct its name', zh: '此处没有该项：请删除或更正名称' },
  unknownKnown: {
    en: 'is not known here: remove it, or write {known}',
    zh: '此处没有该项：请删除或改为 {known}',
  },
  oneOf: { en: 'must be something else: write {known}', zh: '值不可用：请使用 {known}' },
  type: { en: 'must be of type {type}', zh: '类型必须是 {type}' },
  requiredBeside: {
    en: 'is a list of names and stands beside "properties": write "required": ["{name}"] there',
    zh: '是名称列表并与“properties”同级：请在那里填写 "required": ["{name}"]',
  },
  pattern: { en: 'must match {pattern}', zh: '必须符合 {pattern}' },
  propertyName: {
    en: '"{name}" is not a valid name: write letters and digits, a letter first',
    zh: '“{name}”不能作为名称：请使用字母和数字，并以字母开头',
  },
  other: { en: '{reason}', zh: '不符合要求：{reason}' },
  taken: { en: '"{name}" is taken by {by}: write another', zh: '“{name}”已被 {by} 使用：请换一个' },
  linesWritten: {
    en: 'is made of the entity of the lines: write "of" there',
    zh: '由明细所属的实体生成：请在该实体中填写 "of"',
  },
  ofNoRef: {
    en: '"{name}" refers to no other entity: write the field of {entity} that does',
    zh: '“{name}”没有引用其他实体：请填写 {entity} 的引用字段',
  },
  ofTaken: {
    en: '"{name}" is a field of {entity} already: write another name',
    zh: '“{name}”已是 {entity} 的字段：请换一个名称',
  },
  ofOrder: {
    en: '"{name}" holds no whole number: use an optional field of type integer',
    zh: '“{name}”不是整数：请填写非必填的整数字段',
  },
  ofNested: {
    en: 'are lines of {entity}, which stands in the form of another record itself: write "in": "page"',
    zh: '是 {entity} 的明细，而 {entity} 本身也是其他记录的明细：请填写 "in": "page"',
  },
  ofSealed: {
    en: 'a line cannot hold "{name}", which is sealed: write "in": "page"',
    zh: '明细不能包含加密字段“{name}”：请填写 "in": "page"',
  },
  noDictionary: {
    en: 'names no dictionary: write schemas/dictionaries/{name}.json or {known}',
    zh: '没有此字典：请编写 schemas/dictionaries/{name}.json，或使用 {known}',
  },
  noEntity: { en: 'names no entity: write {known}', zh: '没有此实体：请使用 {known}' },
  ...FLOW_MESSAGES,
  ...KEPT_MESSAGES,
  ...PAGE_MESSAGES,
  ...DOCUMENT_MESSAGES,
  ...CALL_MESSAGES,
  ...TIME_MESSAGES,
  noWidget: { en: 'names no widget: write {known}', zh: '没有此组件：请使用 {known}' },
  noFieldOf: { en: 'is not a field of {entity}: write {known}', zh: '不是 {entity} 的字段：请使用 {known}' },
  withUnknown: {
    en: 'names "{name}", which is not a property beside it: write {known}',
    zh: '“{name}”不是同级的属性：请使用 {known}',
  },
  requiresUnknown: {
    en: 'requires "{name}", which is not a property here: add it, remove the name, or write {known}',
    zh: '必填项“{name}”不是此处的属性：请添加该属性、删除名称或改为 {known}',
  },
  defaultNoOption: {
    en: 'is not one of the allowed values: write {known}',
    zh: '不在选项之中：请使用 {known}',
  },
  lacksPlace: { en: 'lacks the place of widget "{id}"', zh: '缺少组件“{id}”的位置' },
  unknownField: {
    en: '"{name}" is not a field of {entity}: write {known}',
    zh: '“{name}”不是 {entity} 的字段：请使用 {known}',
  },
  unknownProperty: {
    en: '"{name}" is not a property of the schema: write {known}',
    zh: '“{name}”不是 schema 中的属性：请使用 {known}',
  },
  fieldName: {
    en: '"{name}" is not a valid field name: write camelCase without two capitals in a row, for example ratedPower',
    zh: '“{name}”不能作为字段名：请使用小驼峰且不要连续大写，例如 ratedPower',
  },
  inheritedName: {
    en: '"{name}" is what every object of a program is asked for already: choose another name',
    zh: '“{name}”是程序中所有对象自带的名称：请换一个名称',
  },
  longName: {
    en: 'is too long a name: write at most {limit} letters',
    zh: '名称过长：最多 {limit} 个字符',
  },
  keptColumn: {
    en: '"{name}" is a column that the server keeps for itself: choose another name',
    zh: '“{name}”是服务器自用的列：请换一个名称',
  },
  serverField: {
    en: '"{name}" is written by the server on every record: choose another name',
    zh: '“{name}”是每条记录由服务器写入的字段：请换一个名称',
  },
  lacksType: {
    en: 'lacks "type": write string, integer, number, boolean, array or object',
    zh: '缺少“type”：请填写 string、integer、number、boolean、array 或 object',
  },
  lacksTitle: {
    en: 'lacks its title: write "title": {"zh": "…", "en": "…"}',
    zh: '缺少标题：请填写 "title": {"zh": "…", "en": "…"}',
  },
  lacksItems: {
    en: 'is a list and lacks "items": write what each of them is, for example {"type": "string"}',
    zh: '是列表但缺少“items”：请填写每一项的类型，例如 {"type": "string"}',
  },
  lacksProperties: {
    en: 'is an object and lacks "properties": write its fields, or "x-control": "json" for any shape',
    zh: '是对象但缺少“properties”：请填写其字段；若结构不限，请使用 "x-control": "json"',
  },
  typeOf: {
    en: 'does not fit {reason}: write "type": "{type}"',
    zh: '与 {reason} 不符：请填写 "type": "{type}"',
  },
  defaultType: {
    en: 'is not of type {type}: write a default that is',
    zh: '不是 {type} 类型：请填写符合类型的默认值',
  },
  rangeEmpty: {
    en: 'is more than "{other}", so that nothing fits: correct one of the two',
    zh: '大于“{other}”，没有任何值符合：请更正其中一个',
  },
  badPattern: { en: 'is not a valid regular expression: {reason}', zh: '不是有效的正则表达式：{reason}' },
  drawnAsDay: {
    zh: '只用于表格（"x-control": "table"），且每行恰好有 start、end 和一个数值字段',
    en: 'is for a table ("x-control": "table") whose entries have start, end and one number, and nothing else',
  },
  refNotUnique: {
    en: '"{field}" is not unique in {entity}: refer to its id, or add ["{field}"] to its "unique"',
    zh: '“{field}”在 {entity} 中不是唯一的：请引用编号，或将 ["{field}"] 加入其“unique”',
  },
  searchNoText: {
    en: '"{name}" is not a text, and only texts are searched: write it under "filters"',
    zh: '“{name}”不是文本，只有文本可搜索：请写入“filters”',
  },
  totalNoNumber: {
    en: '"{name}" is not a number, and only numbers are summed: remove it',
    zh: '“{name}”不是数字，无法求和：请删除',
  },
  parentNoRef: {
    en: '"{name}" must refer to a record of the same kind: give it "x-ref": "{entity}"',
    zh: '“{name}”必须引用同类记录：请填写 "x-ref": "{entity}"',
  },
  noValueOf: {
    en: '{value} is not a value of {field}: write {known}',
    zh: '{value} 不是 {field} 的值：请使用 {known}',
  },
  stateNoValues: {
    en: '"{name}" has no fixed values: give it "x-dictionary" or "x-options"',
    zh: '“{name}”没有固定的取值：请填写“x-dictionary”或“x-options”',
  },
  takenBeside: {
    en: '"{name}" is taken by another one here: write another',
    zh: '“{name}”在此处重复：请换一个',
  },
  standardAction: {
    en: '"{name}" is an action of every entity: write another',
    zh: '“{name}”是所有实体已有的操作：请换一个',
  },
  otherPermission: {
    en: 'must be a permission of this entity: write "{entity}:…"',
    zh: '必须是此实体的权限：请写成“{entity}:…”',
  },
  movedTwice: {
    en: 'is moved by the states already: write a field of its own',
    zh: '已由状态流转控制：请使用单独的字段',
  },
  approvalValues: {
    en: 'needs a field with the values {values}: give it "x-dictionary": "approvalState"',
    zh: '需要取值为 {values} 的字段：请填写 "x-dictionary": "approvalState"',
  },
  placeTaken: {
    en: '{place} is taken by {by}: write another address',
    zh: '{place} 已被 {by} 使用：请换一个地址',
  },
  unread: {
    en: '"{name}" is read by nothing, since "do": "{action}" serves the call: remove it, write {known}, or serve the call by a handler',
    zh: '“{name}”不会被读取，因为该调用由 "do": "{action}" 处理：请删除、改为 {known}，或编写处理函数',
  },
  bodyUnread: {
    en: 'is read by nothing, since "do": "{action}" serves the call: remove it, or serve the call by a handler',
    zh: '不会被读取，因为该调用由 "do": "{action}" 处理：请删除，或编写处理函数',
  },
  bodyGiven: {
    en: 'follows from the entity, since "do": "{action}" serves the call: remove it, or serve the call by a handler',
    zh: '由实体决定，因为该调用由 "do": "{action}" 处理：请删除，或编写处理函数',
  },
  operands: {
    en: '"{operator}" takes {count} operands',
    zh: '“{operator}”需要 {count} 个运算对象',
  },
  operandList: {
    en: '"{operator}" looks at a list, and this is none: write a field that holds one',
    zh: '“{operator}”需要列表，而此处不是：请使用列表字段',
  },
  operandFigure: {
    en: '"{operator}" takes figures, and this is none: write a number, an amount or a field that holds one',
    zh: '“{operator}”需要数字，而此处不是：请使用数字、金额或相应字段',
  },
  comparedKinds: {
    en: 'compares values of different kinds, as a date with an amount: compare like with like',
    zh: '比较了不同类型的值（如日期与金额）：请比较同类的值',
  },
  operandDate: {
    en: '"{operator}" takes dates, and this is none: write a field with "format": "date"',
    zh: '“{operator}”需要日期，而此处不是：请使用 "format": "date" 的字段',
  },
  variable: {
    en: '"{name}" is not a field that this expression sees: write {known}',
    zh: '“{name}”不是此表达式可用的字段：请使用 {known}',
  },
  divisionRounding: {
    en: 'divides an amount and does not say how it is rounded: use round(…, 2)',
    zh: '金额相除但未说明如何舍入：请写成 round(…, 2)',
  },
  ruleNoYesNo: {
    en: 'gives no yes or no: write a comparison, for example from <= to',
    zh: '结果不是“是”或“否”：请写成比较，例如 from <= to',
  },
  computedAmount: {
    en: 'is computed from amounts: write "type": "string", "format": "money"',
    zh: '由金额计算得出：请填写 "type": "string", "format": "money"',
  },
  conditionField: {
    en: '"{name}" is not a field that this condition sees: write {known}',
    zh: '“{name}”不是此条件可用的字段：请使用 {known}',
  },
  conditionAlone: {
    en: '"{name}" is neither yes nor no: compare it with a value',
    zh: '“{name}”不是“是”或“否”：请与一个值比较',
  },
  conditionValue: {
    en: '{value} is not a value of this field: write {known}',
    zh: '{value} 不是此字段的值：请使用 {known}',
  },
  noOption: {
    en: '{value} is not a value of this field: write {known}',
    zh: '{value} 不是此字段的值：请使用 {known}',
  },
  noFormat: {
    en: 'is not of the format {format}: correct it',
    zh: '不符合 {format} 格式：请更正',
  },
  currencyOfNone: {
    en: 'belongs to amounts only: write "format": "money" beside it, or remove it',
    zh: '仅用于金额：请同时填写 "format": "money"，或删除',
  },
  currencyMissing: {
    en: 'is money without a currency where the record has one: write "x-currency" with the name of its field',
    zh: '记录有币种而此金额没有：请填写 "x-currency"，指明币种所在的字段',
  },
  currencyField: {
    en: '"{name}" is not a text field beside it or in the record around it: write {known}',
    zh: '“{name}”不是同级或所在记录的文本字段：请使用 {known}',
  },
  refWhereUnread: {
    en: 'is read by nothing, since no record is chosen here: write "x-ref" beside it and no "readOnly", or remove it',
    zh: '不会被读取，因为此处不选择记录：请在同级填写“x-ref”且不要设置“readOnly”，或删除',
  },
  refWhereField: {
    en: '"{name}" is not a field beside it, or in the record around it, whose value fits: write {known}',
    zh: '“{name}”不是同级或所在记录中取值相符的字段：请使用 {known}',
  },
  refWhereNoSite: {
    en: 'asks for a station, and {entity} belongs to none: name a field of {entity}, or remove it',
    zh: '要求属于某站点，而 {entity} 不属于任何站点：请使用 {entity} 的字段，或删除',
  },
  refWhereSite: {
    en: 'must follow a field that refers to a station: write {"var": "…"}',
    zh: '必须取自引用站点的字段：请写成 {"var": "…"}',
  },
  statisticField: {
    en: 'is not a field of {entity} that is allowed here: write {known}',
    zh: '不是 {entity} 中此处可用的字段：请使用 {known}',
  },
  ageOrder: {
    en: 'does not follow the age before it: write the days "from" which it is meant, and none for the first',
    zh: '没有接在前一账龄之后：请以“from”填写起始天数，第一项不填',
  },
  reportNoBlocks: {
    en: 'is a report and lacks "report": write which statistics it shows',
    zh: '是报表但缺少“report”：请填写要显示的统计',
  },
  reportUnsplit: {
    en: 'is split by nothing: write "by" with at least {count}',
    zh: '没有划分维度：请在“by”中至少填写 {count} 个',
  },
  noStatistic: { en: 'names no statistic: write {known}', zh: '没有此统计：请使用 {known}' },
  setByServer: {
    en: '"{name}" of a new {entity} is set by the server: remove it',
    zh: '新建 {entity} 时“{name}”由服务器填写：请删除',
  },
  effectLacks: {
    en: 'lacks "{name}", which every {entity} needs: write it',
    zh: '缺少“{name}”，每条 {entity} 都需要它：请补充',
  },
  defaultRival: {
    en: 'cannot stand beside "{name}", which says the value already: remove one of them',
    zh: '不能与“{name}”同时使用，后者已决定取值：请删除其一',
  },
  textField: {
    en: '{name} is not a field of the text: write {known} in its braces',
    zh: '{name} 不是文本可用的字段：请在花括号内填写 {known}',
  },
  longConstant: {
    en: 'is too long for the field: write at most {limit} characters',
    zh: '超出该字段的长度：最多 {limit} 个字',
  },
  noYaml: { en: 'is not valid YAML: {reason}', zh: '不是有效的 YAML：{reason}' },
  lacksOperationId: {
    en: 'lacks "operationId": write a unique camelCase name',
    zh: '缺少“operationId”：请填写唯一的小驼峰名称',
  },
  definedTwice: { en: 'is defined twice: write another name', zh: '重复定义：请换一个名称' },
  noMethod: { en: 'is not an HTTP method: write {known}', zh: '不是 HTTP 方法：请使用 {known}' },
  noCall: { en: 'is not a documented call: write {known}', zh: '不是文档中的调用：请使用 {known}' },
  otherPlace: { en: 'is documented at {place}: describe it there', zh: '在文档中位于 {place}：请在该处描述' },
  keyNotUnique: {
    en: '"{field}" is not unique in {entity}: name fields that are, or add them to its "unique"',
    zh: '“{field}”在 {entity} 中不是唯一的：请使用唯一的字段，或将其加入“unique”',
  },
  valueOwned: {
    en: '"{field}" is written by the server alone: remove it, or write a transition',
    zh: '“{field}”只由服务器写入：请删除，或改用状态流转',
  },
  noTree: {
    en: 'needs records that lie below each other: give the entity its "parent"',
    zh: '需要有上下级关系的记录：请为实体填写“parent”',
  },
  bodyOfGet: {
    en: 'reads a body, which a call by {method} has not: write "query" or "path"',
    zh: '读取了请求体，但 {method} 调用没有请求体：请改用“query”或“path”',
  },
  notInPath: {
    en: 'reads "{name}" from the path, which does not have it: write {{name}} there',
    zh: '从路径读取“{name}”，但路径中没有：请在路径中写入 {{name}}',
  },
  lacksAnswer: { en: 'lacks its answer: write {known}', zh: '缺少应答：请填写 {known}' },
  lacksCaller: {
    en: 'lacks who may call it: write x-permission, x-session: true or x-public: true',
    zh: '缺少调用权限：请填写 x-permission、x-session: true 或 x-public: true',
  },
  refUndefined: {
    en: 'is referred to, but not defined: write it, or correct the reference',
    zh: '被引用但没有定义：请定义它或更正引用',
  },
  noRef: {
    en: '"{ref}" is not a reference: write #/components/schemas/<name> or entity:<name>',
    zh: '“{ref}”不是引用：请写成 #/components/schemas/<名称> 或 entity:<名称>',
  },
  noKeyword: {
    en: 'is not a keyword: write {known}, and quotes around a text with a comma',
    zh: '不是关键字：请使用 {known}，含逗号的文本请加引号',
  },
  samePath: {
    en: 'is the same address as {first}: write the same names',
    zh: '与 {first} 是同一地址：请使用相同的参数名',
  },
} as const;

export type MessageKey = keyof typeof MESSAGES;
