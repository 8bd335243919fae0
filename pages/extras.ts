/** Registers features that pages add to lists and records. Loaded with the shell. */
import { setEntityExtras } from '../runtime/record/dialog/entityExtras.ts';
import { warningExtras } from './alarms/alarmListExtras.ts';
import { automationExtras } from './automation/automationExtras.ts';
import { deviceExtras } from './devices/deviceExtras.ts';
import { factoryTestExtras } from './factoryTests/factoryTestExtras.ts';
import { mobileExtras } from './mobile/mobileExtras.ts';
import { peopleExtras } from './people/handOnExtras.ts';
import { reportExtras } from './reports/reportExtras.ts';
import { stationExtras } from './start/stationExtras.ts';
import { transformerExtras } from './transformers/transformerExtras.ts';

setEntityExtras({
  ...warningExtras,
  ...automationExtras,
  ...transformerExtras,
  ...deviceExtras,
  ...factoryTestExtras,
  ...mobileExtras,
  ...peopleExtras,
  ...reportExtras,
  ...stationExtras,
});
