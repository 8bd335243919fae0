import type { ErrorTexts } from './entry.ts';

export const documentErrors = {
  'document.notNow': {
    status: 409,
    code: 40997,
    zh: '该记录目前没有“{title}”',
    en: 'This record has no "{title}" as it is now',
  },
  'document.tooLong': {
    status: 422,
    code: 42281,
    zh: '内容过多，无法生成“{title}”',
    en: 'There is too much in it to make the "{title}"',
  },
} satisfies ErrorTexts;
