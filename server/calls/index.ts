import type { Calls } from '../../generated/calls.ts';
import type { CallContext } from '../engine/context.ts';
import { accessCalls } from './access.ts';
import { alarmCalls } from './alarm.ts';
import { alarmConfigCalls } from './alarmConfig.ts';
import { approvalCalls } from './approval.ts';
import { approvalFlowCalls } from './approvalFlow.ts';
import { authCalls } from './auth.ts';
import { automationCalls } from './automation.ts';
import { boardCalls } from './board.ts';
import { boardTableCalls } from './boardTable.ts';
import { calendarFeedCalls } from './calendarFeed.ts';
import { cameraCalls } from './camera.ts';
import { channelCalls } from './channel.ts';
import { companyLookupCalls } from './companyLookup.ts';
import { dashboardCalls } from './dashboard.ts';
import { dayPriceCalls } from './dayPrice.ts';
import { deptCalls } from './dept.ts';
import { deviceCalls } from './device.ts';
import { deviceApiCalls } from './deviceApi.ts';
import { deviceAttributeCalls } from './deviceAttributes.ts';
import { deviceDiagramCalls } from './deviceDiagram.ts';
import { dictionaryCalls } from './dictionary.ts';
import { documentCalls } from './document.ts';
import { earnedValueCalls } from './earnedValue.ts';
import { emsAccessCalls } from './emsAccess.ts';
import { emsDeviceCalls } from './emsDevice.ts';
import { energyCalls } from './energy.ts';
import { excelCalls } from './excel.ts';
import { executeSiteCalls } from './executeSite.ts';
import { factoryTestCalls } from './factoryTest.ts';
import { fleetBoardCalls } from './fleetBoard.ts';
import { gridConnectionCalls } from './gridConnection.ts';
import { handOnCalls } from './handOn.ts';
import { historyReportCalls } from './historyReport.ts';
import { jobCalls } from './job.ts';
import { kanbanCalls } from './kanban.ts';
import { leaveCalls } from './leave.ts';
import { listCalls } from './list.ts';
import { liveCalls } from './live.ts';
import { noticeCalls } from './notice.ts';
import { notifyCalls } from './notify.ts';
import { powerQualityCalls } from './powerQuality.ts';
import { recordCalls } from './record.ts';
import { recordLinkCalls } from './recordLink.ts';
import { roleCalls } from './role.ts';
import { searchCalls } from './search.ts';
import { sharingCalls } from './sharing.ts';
import { signalCalls } from './signal.ts';
import { signinCalls } from './signin.ts';
import { statesCalls } from './states.ts';
import { stationCalls } from './station.ts';
import { storageCalls } from './storage.ts';
import { studioCalls } from './studio.ts';
import { telemetryCalls } from './telemetry.ts';
import { tenderCalls } from './tender.ts';
import { transformerCalls } from './transformer.ts';
import { uploadCalls } from './upload.ts';
import { uploadPartCalls } from './uploadPart.ts';
import { userCalls } from './user.ts';
import { variableDataCalls } from './variableData.ts';
import { weatherCalls } from './weather.ts';
import { orderCalls } from './workOrder.ts';

/** The handlers of all operations without a generic action. A missing handler is a type error. */
export const calls: Calls<CallContext> = {
  ...statesCalls,
  ...noticeCalls,
  ...notifyCalls,
  ...orderCalls,
  ...approvalCalls,
  ...approvalFlowCalls,
  ...accessCalls,
  ...alarmCalls,
  ...alarmConfigCalls,
  ...authCalls,
  ...automationCalls,
  ...boardCalls,
  ...boardTableCalls,
  ...cameraCalls,
  ...channelCalls,
  ...companyLookupCalls,
  ...dashboardCalls,
  ...deptCalls,
  ...deviceCalls,
  ...deviceApiCalls,
  ...deviceAttributeCalls,
  ...deviceDiagramCalls,
  ...dictionaryCalls,
  ...documentCalls,
  ...emsAccessCalls,
  ...emsDeviceCalls,
  ...dayPriceCalls,
  ...earnedValueCalls,
  ...energyCalls,
  ...excelCalls,
  ...executeSiteCalls,
  ...factoryTestCalls,
  ...fleetBoardCalls,
  ...gridConnectionCalls,
  ...handOnCalls,
  ...historyReportCalls,
  ...jobCalls,
  ...kanbanCalls,
  ...leaveCalls,
  ...listCalls,
  ...liveCalls,
  ...roleCalls,
  ...searchCalls,
  ...powerQualityCalls,
  ...recordCalls,
  ...calendarFeedCalls,
  ...recordLinkCalls,
  ...sharingCalls,
  ...signalCalls,
  ...signinCalls,
  ...stationCalls,
  ...storageCalls,
  ...studioCalls,
  ...telemetryCalls,
  ...tenderCalls,
  ...transformerCalls,
  ...uploadCalls,
  ...uploadPartCalls,
  ...userCalls,
  ...variableDataCalls,
  ...weatherCalls,
};
