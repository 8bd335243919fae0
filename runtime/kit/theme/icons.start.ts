import {
  CircleCheck,
  CircleQuestionMark,
  Eye,
  EyeOff,
  Info,
  Languages,
  Moon,
  Sun,
  TriangleAlert,
  WifiOff,
  X,
} from 'lucide';
import { type IconDrawing, icon } from './iconDrawing.ts';

/** The icons of the login page, notices and error pages, bundled with the login page. The shell loads the others. */
export const startIcons = {
  warning: icon('警告', 'Warning', TriangleAlert),
  check: icon('正常', 'Normal', CircleCheck),
  info: icon('信息', 'Information', Info),
  unknown: icon('未知', 'Unknown', CircleQuestionMark),
  offline: icon('离线', 'Offline', WifiOff),
  moon: icon('夜间', 'Night', Moon),
  language: icon('语言', 'Language', Languages),
  close: icon('关闭', 'Close', X),
  eye: icon('显示', 'Show', Eye),
  eyeOff: icon('隐藏', 'Hide', EyeOff),
  sun: icon('太阳', 'Sun', Sun),
} satisfies Record<string, IconDrawing>;
