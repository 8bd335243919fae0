import { CALL_MESSAGES } from './callMessages.ts';
import { DERIVED_MESSAGES } from './derivedMessages.ts';
import { DOCUMENT_MESSAGES } from './documentMessages.ts';
import { EXPRESSION_MESSAGES } from './expressionMessages.ts';
import { FLOW_MESSAGES } from './flowMessages.ts';
import { PAGE_MESSAGES } from './pageMessages.ts';
import { SHAPE_MESSAGES } from './shapeMessages.ts';
import { TIME_MESSAGES } from './timeMessages.ts';

/** Messages about mistakes in a definition, in both languages. {names} are filled in. */
export const MESSAGES = {
  noJson: { en: 'is not valid JSON: {reason}', zh: '不是有效的 JSON：{reason}' },
  fileName: {
    en: 'contains the name "{name}": name the file {name}.json, or the definition "{file}"',
    zh: '内部名称为“{name}”：请将文件命名为 {name}.json，或将定义命名为“{file}”',
  },
  lacksChinese: { en: 'has no Chinese text: add "zh": "…"', zh: '缺少中文文本：请填写 "zh": "…"' },
  lacksEnglish: { en: 'has no English text: add "en": "…"', zh: '缺少英文文本：请填写 "en": "…"' },
  noText: {
    en: 'is {value}, and users read it: use {"zh": "…", "en": "…"}',
    zh: '是 {value}，而这是界面文本：请写成 {"zh": "…", "en": "…"}',
  },
  commonUnknown: {
    en: 'is not a common field of schemas/fields: use {known}',
    zh: '不是 schemas/fields 中的公共字段：请使用 {known}',
  },
  commonWithin: {
    en: 'refers from one common field to another: write its words here',
    zh: '公共字段不能引用另一个公共字段：请在此直接填写',
  },
  rightUnknown: {
    en: 'is not an action of this entity: use {known}',
    zh: '不是该实体的操作：请使用 {known}',
  },
  ...SHAPE_MESSAGES,
  requiredBeside: {
    en: 'is a list of names beside "properties": add "required": ["{name}"] there',
    zh: '是名称列表并与“properties”同级：请在那里填写 "required": ["{name}"]',
  },
  propertyName: {
    en: '"{name}" is not a valid name: use letters and digits, beginning with a letter',
    zh: '“{name}”不能作为名称：请使用字母和数字，并以字母开头',
  },
  other: { en: '{reason}', zh: '不符合要求：{reason}' },
  taken: {
    en: '"{name}" is already used by {by}: choose another name',
    zh: '“{name}”已被 {by} 使用：请换一个',
  },
  linesWritten: {
    en: 'is generated from the entity of the lines: set "of" there',
    zh: '由明细所属的实体生成：请在该实体中填写 "of"',
  },
  ofNoRef: {
    en: '"{name}" does not refer to another entity: use the field of {entity} that does',
    zh: '“{name}”没有引用其他实体：请填写 {entity} 的引用字段',
  },
  ofTaken: {
    en: '"{name}" is already a field of {entity}: choose another name',
    zh: '“{name}”已是 {entity} 的字段：请换一个名称',
  },
  ofOrder: {
    en: '"{name}" is not a whole number: use an optional field of type integer',
    zh: '“{name}”不是整数：请填写非必填的整数字段',
  },
  ofNested: {
    en: 'are lines of {entity}, which is itself edited in the form of another record: set "in": "page"',
    zh: '是 {entity} 的明细，而 {entity} 本身也是其他记录的明细：请填写 "in": "page"',
  },
  ofLocked: {
    en: 'is said of children on the page of a record whose states lock it: {entity} locks none of these, or locks its lines anyway',
    zh: '只用于状态会锁定记录（locked）的页面子记录：{entity} 没有锁定，或其明细本已锁定',
  },
  ofMost: {
    en: 'limits lines only, and child records on the page have no limit: remove it, or set "in": "form"',
    zh: '用于限制明细行数，页面子记录没有上限：请删除，或填写 "in": "form"',
  },
  ofSealed: {
    en: 'a line cannot contain "{name}", which is encrypted: set "in": "page"',
    zh: '明细不能包含加密字段“{name}”：请填写 "in": "page"',
  },
  noDictionary: {
    en: 'is not the name of a dictionary: add schemas/dictionaries/{name}.json, or use {known}',
    zh: '没有此字典：请编写 schemas/dictionaries/{name}.json，或使用 {known}',
  },
  noEntity: { en: 'is not the name of an entity: use {known}', zh: '没有此实体：请使用 {known}' },
  ...EXPRESSION_MESSAGES,
  ...FLOW_MESSAGES,
  ...DERIVED_MESSAGES,
  ...PAGE_MESSAGES,
  ...DOCUMENT_MESSAGES,
  ...CALL_MESSAGES,
  ...TIME_MESSAGES,
  noWidget: { en: 'is not the name of a widget: use {known}', zh: '没有此组件：请使用 {known}' },
  noFieldOf: { en: 'is not a field of {entity}: use {known}', zh: '不是 {entity} 的字段：请使用 {known}' },
  withUnknown: {
    en: 'names "{name}", which is not a property beside it: use {known}',
    zh: '“{name}”不是同级的属性：请使用 {known}',
  },
  requiresUnknown: {
    en: 'requires "{name}", which is not a property here: add it, remove the name, or use {known}',
    zh: '必填项“{name}”不是此处的属性：请添加该属性、删除名称或改为 {known}',
  },
  defaultNoOption: {
    en: 'is not one of the allowed values: use {known}',
    zh: '不在选项之中：请使用 {known}',
  },
  lacksPlace: { en: 'is missing the place of widget "{id}"', zh: '缺少组件“{id}”的位置' },
  unknownField: {
    en: '"{name}" is not a field of {entity}: use {known}',
    zh: '“{name}”不是 {entity} 的字段：请使用 {known}',
  },
  unknownProperty: {
    en: '"{name}" is not a property of the schema: use {known}',
    zh: '“{name}”不是 schema 中的属性：请使用 {known}',
  },
  fieldName: {
    en: '"{name}" is not a valid field name: use camelCase without two capitals in a row, for example ratedPower',
    zh: '“{name}”不能作为字段名：请使用小驼峰且不要连续大写，例如 ratedPower',
  },
  inheritedName: {
    en: '"{name}" is a property of every JavaScript object: choose another name',
    zh: '“{name}”是程序中所有对象自带的名称：请换一个名称',
  },
  longName: {
    en: 'is too long: use at most {limit} letters',
    zh: '名称过长：最多 {limit} 个字符',
  },
  keptColumn: {
    en: '"{name}" is a column that the server reserves: choose another name',
    zh: '“{name}”是服务器自用的列：请换一个名称',
  },
  serverField: {
    en: '"{name}" is written by the server on every record: choose another name',
    zh: '“{name}”是每条记录由服务器写入的字段：请换一个名称',
  },
  lacksType: {
    en: 'is missing "type": use string, integer, number, boolean, array or object',
    zh: '缺少“type”：请填写 string、integer、number、boolean、array 或 object',
  },
  lacksTitle: {
    en: 'has no title: add "title": {"zh": "…", "en": "…"}',
    zh: '缺少标题：请填写 "title": {"zh": "…", "en": "…"}',
  },
  lacksItems: {
    en: 'is a list without "items": define its entries, for example {"type": "string"}',
    zh: '是列表但缺少“items”：请填写每一项的类型，例如 {"type": "string"}',
  },
  lacksProperties: {
    en: 'is an object without "properties": define its fields, or set "x-control": "json" for any shape',
    zh: '是对象但缺少“properties”：请填写其字段；若结构不限，请使用 "x-control": "json"',
  },
  typeOf: {
    en: 'does not match {reason}: set "type": "{type}"',
    zh: '与 {reason} 不符：请填写 "type": "{type}"',
  },
  defaultType: {
    en: 'is not of type {type}: use a default of this type',
    zh: '不是 {type} 类型：请填写符合类型的默认值',
  },
  rangeEmpty: {
    en: 'is greater than "{other}", so no value is valid: correct one of the two',
    zh: '大于“{other}”，没有任何值符合：请更正其中一个',
  },
  badPattern: { en: 'is not a valid regular expression: {reason}', zh: '不是有效的正则表达式：{reason}' },
  drawnAsDay: {
    zh: '只用于表格（"x-control": "table"），且每行恰好有 start、end 和一个数值字段',
    en: 'is only for a table ("x-control": "table") with exactly start, end and one number in each entry',
  },
  refNotUnique: {
    en: '"{field}" is not unique in {entity}: refer to its id, or add ["{field}"] to its "unique"',
    zh: '“{field}”在 {entity} 中不是唯一的：请引用编号，或将 ["{field}"] 加入其“unique”',
  },
  searchNoText: {
    en: '"{name}" is not a text, and only texts are searched: move it to "filters"',
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
    en: '{value} is not a value of {field}: use {known}',
    zh: '{value} 不是 {field} 的值：请使用 {known}',
  },
  stateNoValues: {
    en: '"{name}" has no fixed values: give it "x-dictionary" or "x-options"',
    zh: '“{name}”没有固定的取值：请填写“x-dictionary”或“x-options”',
  },
  takenBeside: {
    en: '"{name}" is used twice here: choose another name',
    zh: '“{name}”在此处重复：请换一个',
  },
  standardAction: {
    en: '"{name}" is an action of every entity: choose another name',
    zh: '“{name}”是所有实体已有的操作：请换一个',
  },
  otherPermission: {
    en: 'must be a permission of this entity: use "{entity}:…"',
    zh: '必须是此实体的权限：请写成“{entity}:…”',
  },
  movedTwice: {
    en: 'is already moved by the states: use a separate field',
    zh: '已由状态流转控制：请使用单独的字段',
  },
  approvalValues: {
    en: 'needs a field with the values {values}: give it "x-dictionary": "approvalState"',
    zh: '需要取值为 {values} 的字段：请填写 "x-dictionary": "approvalState"',
  },
  placeTaken: {
    en: '{place} is already used by {by}: choose another address',
    zh: '{place} 已被 {by} 使用：请换一个地址',
  },
  unread: {
    en: '"{name}" has no effect, because "do": "{action}" serves the call: remove it, use {known}, or serve the call by a handler',
    zh: '“{name}”不会被读取，因为该调用由 "do": "{action}" 处理：请删除、改为 {known}，或编写处理函数',
  },
  bodyUnread: {
    en: 'has no effect, because "do": "{action}" serves the call: remove it, or serve the call by a handler',
    zh: '不会被读取，因为该调用由 "do": "{action}" 处理：请删除，或编写处理函数',
  },
  bodyGiven: {
    en: 'follows from the entity, because "do": "{action}" serves the call: remove it, or serve the call by a handler',
    zh: '由实体决定，因为该调用由 "do": "{action}" 处理：请删除，或编写处理函数',
  },
  currencyOfNone: {
    en: 'is for amounts only: set "format": "money" beside it, or remove it',
    zh: '仅用于金额：请同时填写 "format": "money"，或删除',
  },
  currencyMissing: {
    en: 'is an amount without a currency, although the record has one: set "x-currency" to the name of its field',
    zh: '记录有币种而此金额没有：请填写 "x-currency"，指明币种所在的字段',
  },
  currencyField: {
    en: '"{name}" is not a text field beside it or in the record around it: use {known}',
    zh: '“{name}”不是同级或所在记录的文本字段：请使用 {known}',
  },
  refWhereUnread: {
    en: 'has no effect, because no record is chosen here: add "x-ref" without "readOnly", or remove it',
    zh: '不会被读取，因为此处不选择记录：请在同级填写“x-ref”且不要设置“readOnly”，或删除',
  },
  refWhereField: {
    en: '"{name}" is not a field beside it, or in the record around it, with a matching value: use {known}',
    zh: '“{name}”不是同级或所在记录中取值相符的字段：请使用 {known}',
  },
  refWhereNoSite: {
    en: 'needs a station, and {entity} has none: use a field of {entity}, or remove it',
    zh: '要求属于某站点，而 {entity} 不属于任何站点：请使用 {entity} 的字段，或删除',
  },
  refWhereSite: {
    en: 'must read a field that refers to a station: use {"var": "…"}',
    zh: '必须取自引用站点的字段：请写成 {"var": "…"}',
  },
  statisticField: {
    en: 'is not a field of {entity} that is allowed here: use {known}',
    zh: '不是 {entity} 中此处可用的字段：请使用 {known}',
  },
  ageOrder: {
    en: 'does not continue the age before it: set "from" to its first day, and leave it out for the first age',
    zh: '账龄区间不连续：请在“from”中填写起始天数，首个区间留空',
  },
  reportNoBlocks: {
    en: 'is a report without "report": add the statistics that it shows',
    zh: '是报表但缺少“report”：请填写要显示的统计',
  },
  reportUnsplit: {
    en: 'has no dimension: add at least {count} to "by"',
    zh: '没有划分维度：请在“by”中至少填写 {count} 个',
  },
  reportOneFigure: {
    en: 'is a second figure, but "{as}" shows one: remove it, or use "bar", "line", "figures" or "table"',
    zh: '是第二个指标，而“{as}”只显示一个：请删除，或改用“bar”、“line”、“figures”或“table”',
  },
  noStatistic: { en: 'is not the name of a statistic: use {known}', zh: '没有此统计：请使用 {known}' },
  setByServer: {
    en: '"{name}" of a new {entity} is set by the server: remove it',
    zh: '新建 {entity} 时“{name}”由服务器填写：请删除',
  },
  effectLacks: {
    en: 'is missing "{name}", which every {entity} needs: add it',
    zh: '缺少“{name}”，每条 {entity} 都需要它：请补充',
  },
  defaultRival: {
    en: 'cannot be combined with "{name}", which already sets the value: remove one of them',
    zh: '不能与“{name}”同时使用，后者已决定取值：请删除其一',
  },
  textField: {
    en: '{name} is not a field of the text: use {known} in its braces',
    zh: '{name} 不是文本可用的字段：请在花括号内填写 {known}',
  },
  longConstant: {
    en: 'is too long for the field: use at most {limit} characters',
    zh: '超出该字段的长度：最多 {limit} 个字',
  },
  noYaml: { en: 'is not valid YAML: {reason}', zh: '不是有效的 YAML：{reason}' },
  lacksOperationId: {
    en: 'is missing "operationId": add a unique camelCase name',
    zh: '缺少“operationId”：请填写唯一的小驼峰名称',
  },
  definedTwice: { en: 'is defined twice: choose another name', zh: '重复定义：请换一个名称' },
  noMethod: { en: 'is not an HTTP method: use {known}', zh: '不是 HTTP 方法：请使用 {known}' },
  noCall: { en: 'is not a documented call: use {known}', zh: '不是文档中的调用：请使用 {known}' },
  otherPlace: { en: 'is documented at {place}: describe it there', zh: '在文档中位于 {place}：请在该处描述' },
  keyNotUnique: {
    en: '"{field}" is not unique in {entity}: name fields that are, or add them to its "unique"',
    zh: '“{field}”在 {entity} 中不是唯一的：请使用唯一的字段，或将其加入“unique”',
  },
  valueOwned: {
    en: '"{field}" is written only by the server: remove it, or use a transition',
    zh: '“{field}”只由服务器写入：请删除，或改用状态流转',
  },
  noTree: {
    en: 'needs a tree of records: set "parent" of the entity',
    zh: '需要有上下级关系的记录：请为实体填写“parent”',
  },
  bodyOfGet: {
    en: 'reads a body, which a call by {method} does not have: use "query" or "path"',
    zh: '读取了请求体，但 {method} 调用没有请求体：请改用“query”或“path”',
  },
  notInPath: {
    en: 'reads "{name}" from the path, which does not have it: add {{name}} there',
    zh: '从路径读取“{name}”，但路径中没有：请在路径中写入 {{name}}',
  },
  lacksAnswer: { en: 'has no answer: add {known}', zh: '缺少应答：请填写 {known}' },
  lacksCaller: {
    en: 'does not say who may call it: add x-permission, x-session: true or x-public: true',
    zh: '缺少调用权限：请填写 x-permission、x-session: true 或 x-public: true',
  },
  refUndefined: {
    en: 'is referred to, but not defined: define it, or correct the reference',
    zh: '被引用但没有定义：请定义它或更正引用',
  },
  noRef: {
    en: '"{ref}" is not a reference: use #/components/schemas/<name> or entity:<name>',
    zh: '“{ref}”不是引用：请写成 #/components/schemas/<名称> 或 entity:<名称>',
  },
  noKeyword: {
    en: 'is not a keyword: use {known}, and put quotes around a text with a comma',
    zh: '不是关键字：请使用 {known}，含逗号的文本请加引号',
  },
  samePath: {
    en: 'is the same address as {first}: use the same names',
    zh: '与 {first} 是同一地址：请使用相同的参数名',
  },
} as const;

export type MessageKey = keyof typeof MESSAGES;
