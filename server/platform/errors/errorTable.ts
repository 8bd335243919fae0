import { alarmErrors } from './errorTexts/alarms.ts';
import { automationErrors } from './errorTexts/automations.ts';
import { boardsErrors } from './errorTexts/boards.ts';
import { cameraErrors } from './errorTexts/cameras.ts';
import { controlErrors } from './errorTexts/control.ts';
import { diagramErrors } from './errorTexts/diagrams.ts';
import { documentErrors } from './errorTexts/documents.ts';
import { energyErrors } from './errorTexts/energy.ts';
import { entitiesErrors } from './errorTexts/entities.ts';
import { flowErrors } from './errorTexts/flow.ts';
import { formulaErrors } from './errorTexts/formula.ts';
import { httpErrors } from './errorTexts/http.ts';
import { identityErrors } from './errorTexts/identity.ts';
import { importErrors } from './errorTexts/imports.ts';
import { jobsErrors } from './errorTexts/jobs.ts';
import { linkErrors } from './errorTexts/links.ts';
import { listsErrors } from './errorTexts/lists.ts';
import { peopleErrors } from './errorTexts/people.ts';
import { recordsErrors } from './errorTexts/records.ts';
import { robotErrors } from './errorTexts/robots.ts';
import { sharingErrors } from './errorTexts/sharing.ts';
import { sitesErrors } from './errorTexts/sites.ts';
import { statisticsErrors } from './errorTexts/statistics.ts';
import { studioErrors } from './errorTexts/studio.ts';

/**
 * Every expected error of the server, by area. The code is unique: the HTTP status with two or three more digits. Texts
 * may contain {parameters}. Add an error to the file of its area.
 */
export const errorTable = {
  ...alarmErrors,
  ...automationErrors,
  ...httpErrors,
  ...identityErrors,
  ...importErrors,
  ...entitiesErrors,
  ...sitesErrors,
  ...cameraErrors,
  ...controlErrors,
  ...robotErrors,
  ...diagramErrors,
  ...boardsErrors,
  ...flowErrors,
  ...recordsErrors,
  ...linkErrors,
  ...sharingErrors,
  ...jobsErrors,
  ...listsErrors,
  ...peopleErrors,
  ...statisticsErrors,
  ...documentErrors,
  ...studioErrors,
  ...energyErrors,
  ...formulaErrors,
} as const;
