import type { components } from '../../../../generated/api.ts';
import type { DashboardDocument, FlowNode, People } from '../../../../generated/definition.ts';
import type { Drawing } from '../../../../runtime/core/automation/drawing.ts';
import type {
  DeciderField,
  DeciderMay,
  DemandMonth,
  Grant,
  Plan,
  PolicyStep,
  ProfitBand,
} from './jsonShapes.ts';

type Fields = Record<string, unknown>;
interface Texts {
  zh: string;
  en: string;
}

/** The types of the JSON columns in hand-written tables. The row types generated from `schema/` use them. */
export interface JsonColumns {
  'alarmReminder.told': PolicyStep[];
  'approvalDraft.steps': FlowNode[];
  'approvalFlow.steps': FlowNode[];
  'approvalRequest.plan': Plan;
  'approvalStep.asks': DeciderField[];
  'approvalStep.may': DeciderMay[];
  'approvalStep.people': People;
  'approvalStep.title': Texts;
  'auditLog.diff': unknown;
  'automationDrawing.drawing': Drawing;
  'controlCommand.value': number | string | boolean;
  'demandKept.judged': DemandMonth;
  'deviceAttribute.value': unknown;
  'gridSwitch.checks': components['schemas']['GridCheck'][];
  'historyReportTable.body': components['schemas']['ReportTable'];
  'job.grant': Grant;
  'job.result': unknown;
  'job.title': Texts;
  'listView.state': Fields;
  'notice.text': Texts;
  'preference.value': Fields;
  'profitKept.bands': ProfitBand[];
  'recycleBin.record': Fields;
  'recycleRow.record': Fields;
  'simulatorState.state': unknown;
  'requestKey.answer': unknown;
  'siteKanban.document': DashboardDocument;
  'siteKanbanVersion.document': DashboardDocument;
  'studioChange.document': unknown;
  'studioChange.granted': unknown;
  'studioChange.previous': unknown;
}
