import type { ErrorTexts } from './entry.ts';

export const documentErrors = {
  'document.notNow': {
    status: 409,
    code: 40997,
    zh: '该记录目前没有“{title}”',
    en: '"{title}" is not available in the record\'s current state',
  },
  'document.tooLong': {
    status: 422,
    code: 42281,
    zh: '内容过多，无法生成“{title}”',
    en: 'The record has too much content for the "{title}"',
  },
  'document.noLetter': {
    status: 422,
    code: 422340,
    zh: '文件的字体没有字符“{letter}”（{code}），请换一种写法',
    en: 'The document fonts have no character "{letter}" ({code}). Use another character.',
  },
} as const satisfies ErrorTexts;
