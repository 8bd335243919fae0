import antd from 'antd/es/locale/en_US';
import dayjs from 'dayjs';
import 'dayjs/locale/en';
import { en } from '../en.ts';
import type { LanguagePack } from '../languagePack.ts';

export const pack: LanguagePack = {
  texts: en,
  antd,
  activate() {
    dayjs.locale('en');
  },
};
