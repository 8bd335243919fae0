import antd from 'antd/es/locale/zh_CN';
import dayjs from 'dayjs';
import 'dayjs/locale/zh-cn';
import type { LanguagePack } from '../languagePack.ts';
import { zh } from '../zh.ts';

export const pack: LanguagePack = {
  texts: zh,
  antd,
  activate() {
    dayjs.locale('zh-cn');
  },
};
