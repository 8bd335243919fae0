/** Mistakes in the definitions of documents. */
export const DOCUMENT_MESSAGES = {
  documentEmpty: {
    en: 'shows nothing: add one of "fields", "lines", "records", "text", "pictures", "qr", "link", "curve", "approval" and "signatures"',
    zh: '没有内容：请填写“fields”、“lines”、“records”、“text”、“pictures”、“qr”、“link”、“curve”、“approval”、“signatures”之一',
  },
  documentUnread: {
    en: 'is not read in a section with "{kind}": remove it, or give it a section of its own',
    zh: '含“{kind}”的段落不读取该项：请删除，或另设一段',
  },
  documentPath: {
    en: '"{name}" does not lead to another record: use a field, or a reference, a dot and one field of what it refers to',
    zh: '“{name}”不指向其他记录：请填写字段，或“引用.字段”',
  },
  documentMatch: {
    en: '"{theirs}" and "{ours}" can never be equal: use two fields of one kind',
    zh: '“{theirs}”与“{ours}”的值不会相同：请填写同类字段',
  },
  documentCapitals: {
    en: '"{name}" is not an amount of money: remove it',
    zh: '“{name}”不是金额：请删除',
  },
  documentLabel: {
    en: 'is not possible on a label, which is a PDF of its own shape: remove it, or the size',
    zh: '标签只有自身尺寸的 PDF，不支持该项：请删除该项或“size”',
  },
  documentLabels: {
    en: 'is not possible on a sheet of labels: use "fields", "qr" or "link"',
    zh: '标签页上不能有该项：请使用“fields”、“qr”或“link”',
  },
  documentLink: {
    en: 'is for sheets of labels of an entity whose link is printed: set the size to "labels", and "printed" in its "public"',
    zh: '仅用于链接可打印的实体的标签页：请将“size”设为“labels”，并在“public”中填写“printed”',
  },
  documentApproval: {
    en: 'records of "{entity}" have no approval: remove it, or give the entity an approval',
    zh: '“{entity}”没有审批：请删除，或为该实体设置审批',
  },
} as const;
