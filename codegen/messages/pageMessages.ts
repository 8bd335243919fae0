/** Messages about mistakes in the definitions of pages and of the displays of lists. */
export const PAGE_MESSAGES = {
  sectionOwn: {
    en: 'asks for "{name}", which cannot be entered while the section is hidden: move it to another section',
    zh: '取决于“{name}”，而该字段就在被隐藏的分区中：请移到其他分区',
  },
  markedLines: {
    en: 'are for records with a page of their own, not for lines: remove it',
    zh: '仅用于可单独打开的记录，不能用于明细：请删除',
  },
  markedTwice: {
    en: 'has two marks that opening the record sets: remove one',
    zh: '有两个打开即设置的标记：请只保留一个',
  },
  screenLacks: {
    en: 'is missing "{action}", which the page {page} calls: add it, or a line of a call that serves it',
    zh: '缺少“{action}”，而页面 {page} 需要它：请加入，或用一行接口定义提供',
  },
  listNoEntity: {
    en: 'is a list without "entity": add the entity that it lists',
    zh: '是列表但缺少“entity”：请填写要列出的实体',
  },
  recordNoEntity: {
    en: 'is a record page without "entity": add the entity that it shows',
    zh: '是单条记录页面但缺少“entity”：请填写要显示的实体',
  },
  redirectNoTo: {
    en: 'is a redirect without "to": add the route that it leads to',
    zh: '是跳转但缺少“to”：请填写目标路由',
  },
  notUniqueAlone: {
    en: 'does not identify one record of {entity}: use {known}',
    zh: '不能唯一确定 {entity} 的一条记录：请使用 {known}',
  },
  noPreset: {
    en: 'is not the name of a preset: use {known}',
    zh: '没有该看板模板：请使用 {known}',
  },
  keywordOfKind: {
    en: 'has no effect on a page of this kind: remove it, or use the kind {kinds}',
    zh: '此类页面不读取该项：请删除，或将类型改为 {kinds}',
  },
  rowTooWide: {
    en: 'takes {width} of the 24 parts of the row: make its blocks narrower, or begin another row',
    zh: '共占 {width} 份，而一行只有 24 份：请缩小各区块或另起一行',
  },
  filterIdle: {
    en: 'narrows no block: remove it, or add a block whose records have "{name}"',
    zh: '不影响任何区块：请删除，或加入含有“{name}”的区块',
  },
  filterMixed: {
    en: 'is another kind of value in {entity} than in {other}: name a field that all blocks have alike',
    zh: '在 {entity} 与 {other} 中是不同类型的值：请使用各区块一致的字段',
  },
  filterKind: {
    en: 'is not a choice, a reference or a yes or no, so that no filter of a page can narrow by it',
    zh: '不是选项、引用或是否字段，不能作为页面的筛选项',
  },
  rangeIdle: {
    en: 'narrows no block: remove it, or add a statistic or a list with "day"',
    zh: '不影响任何区块：请删除，或加入统计或带“day”的列表',
  },
  dayIdle: {
    en: 'has no effect, because the page has no "range": add one, or remove it',
    zh: '不起作用，因为页面没有“range”：请加入，或删除',
  },
  mineIdle: {
    en: 'has no effect, because {entity} has no "participation" in its list: remove it',
    zh: '不起作用，因为 {entity} 的列表没有“participation”：请删除',
  },
  textUnclean: {
    en: 'contains {tag}, which is not shown: use {known}',
    zh: '包含不会显示的 {tag}：请使用 {known}',
  },
  presetOwned: {
    en: 'is written by the server, so that no form can set it: remove it',
    zh: '由服务器填写，表单不能设置：请删除',
  },
  siteless: {
    en: 'has no effect, because records of {entity} have no station: remove it',
    zh: '不起作用，{entity} 的记录没有站点：请删除',
  },
  noPage: {
    en: 'is not the name of a page that can be a tab: use {known}',
    zh: '没有可作为页签的此页面：请使用 {known}',
  },
  tabRoute: {
    en: 'the route of {name} does not begin with {route}/: routes of tabs are below their page',
    zh: '{name} 的路由不以 {route}/ 开头：页签应位于所属页面之下',
  },
  tabTaken: {
    en: '{name} is already a tab of another page: remove it from one of them',
    zh: '{name} 已是其他页面的页签：请从其中之一删除',
  },
  displayPart: {
    en: 'is not a part of "{as}": remove it',
    zh: '“{as}”不使用该项：请删除',
  },
  displayField: {
    en: '"{name}" is not a field that can be shown like this: use {known}',
    zh: '“{name}”不能以此方式显示：请使用 {known}',
  },
  displayValue: {
    en: '"{name}" is not a value of its colour field: use {known}',
    zh: '“{name}”不是其颜色字段的取值：请使用 {known}',
  },
  displayTeam: {
    en: 'needs lanes of users: "by" is "{name}", use {known}',
    zh: '需要以用户分道：“by”为“{name}”，请使用 {known}',
  },
  displayLoad: {
    en: 'needs "work" of the entity, with the field in "by" of this display',
    zh: '需要记录类型的“work”，其“by”与此显示方式的“by”相同',
  },
  displaySeat: {
    en: '"{name}" has no timeline by user that could be shown beside: use {known}',
    zh: '“{name}”没有可并列显示的按用户时间线：请使用 {known}',
  },
  noDisplay: {
    en: 'is not a display of {entity}: add it to "displays" of its list, or use {known}',
    zh: '{entity} 不能以此方式显示：请加入其列表的“displays”，或使用 {known}',
  },
  nothingBelow: {
    en: 'leads nowhere, because there is no page below {route}: use the route of a page',
    zh: '没有去处，{route} 之下没有页面：请填写页面的路由',
  },
} as const;
