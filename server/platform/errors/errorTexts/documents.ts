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
  'document.noLetter': {
    status: 422,
    code: 422340,
    zh: '文件的字体没有字符“{letter}”（{code}），请换一种写法',
    en: 'The fonts of documents lack the letter "{letter}" ({code}): write it in another way',
  },
} satisfies ErrorTexts;
