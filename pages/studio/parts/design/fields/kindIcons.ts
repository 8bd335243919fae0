const ICONS: Readonly<Record<string, string>> = {
  text: 'text',
  longText: 'message',
  number: 'figure',
  integer: 'figure',
  money: 'money',
  percent: 'pieChart',
  date: 'calendar',
  'date-time': 'clock',
  options: 'list',
  choice: 'list',
  boolean: 'check',
  image: 'image',
  file: 'folder',
  user: 'user',
  ref: 'link',
  formula: 'stamp',
  total: 'barChart',
  sequence: 'tag',
};

export const iconOfKind = (kind: string): string => ICONS[kind] ?? 'text';
