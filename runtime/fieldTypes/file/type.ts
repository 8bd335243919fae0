import type { FieldType } from '../../core/fieldType.ts';
import { fileName } from '../../core/fileValue.ts';

export const file: FieldType = {
  title: { zh: '文件', en: 'File' },
  json: ['string'],
  pattern: /^\/admin\/sys-file\/t\d{1,10}\/[a-z0-9]{32}(?:\.[a-z0-9]{1,8})?(?:#[^\s<>"']{1,2000})?$/,
  isBounded: true,
  message: { zh: '请重新上传{title}', en: '{title} is not a valid file. Upload it again.' },
  isChosen: true,
  formatText: (value) => fileName(String(value)),
  isDrawn: true,
  isFile: true,
  isWide: true,
  control: 'file',
  makeSample: () => '/admin/sys-file/t1/0123456789abcdef0123456789abcdef.pdf#%E5%90%88%E5%90%8C.pdf',
};
