/**
 * The calls that write without requiring a right to write. The tests of all operations read permissions from the
 * descriptions, so they would not notice a missing permission.
 */
import { expect, it } from 'vitest';
import { operations } from '../../../generated/operations.ts';

/** These calls read by a body, or change only data of the user, such as marks and comments. */
const WITH_RIGHT_TO_READ = `
  alarmGeneraterTry alarmSummarys boardBinding boardCheck boardMark boardMatch boardQuery calendarFeedMake
  calendarFile contractOfOrder contractsExcel customerExcel customerFavourite deviceModelFind
  deviceVariableCodes devicesRealtime devicesRealtimePage devicesWithValues electricityCharge
  electricityChargeTrend emsLinkedStations emsSites energyLabelBranch energyLabelShares energyLabelTotals
  energyLabelTrend executeSiteCards exportFactoryTestRecord fleetHeadline fleetIds fleetNames fleetOperation
  fleetWorkOrders getOwnerCustomerList guardEvents inspectionDetail inspectionItemDetail inspectionPapers
  ordersExcel qualityRealtime quoteExcel recordCommentAdd recordCommentEdit recordCommentRemove
  recordDocuments recordExport recordLabels recordMark recordSelected recordUnmark recycleBinPurge
  recycleBinRestore siteEmsMenuTree studioDocument studioExport studioStatistic transformerMonitoring
`;

/** These calls change only data of the user, or check the rights for the record themselves. */
const SIGNED_IN = `
  announceSave apiKeyCreate apiKeyRevoke approvalAdd approvalAgree approvalCancel approvalComment
  approvalDelegate approvalReject approvalReturn approvalRollback boardTable calcAudit calendarFeedEnd
  changePassword deviceDiagramSave emsMenuSave emsToken executeSiteStatus jobCancel noticeDelete
  noticeDeleteMany noticeHandle noticeRead otherSessionsEnd ownBoardLinkRevoke ownSessionEnd preferenceSave
  projCloseConfirm putChangePassword qualityThresholdSave recordBulkTransition recordTransition recordUnique
  returnVisitSave reviewSupport saveOrder saveQuote saveSupport setupItemSave totpBegin totpConfirm totpOff
  updateDefaultTenant updateInfoData uploadBegin uploadCancel uploadFile uploadPart
  uploadRetrunUrl viewCreate viewDelete viewUpdate
`;

/** These calls sign in, or need the secret of a device, a link or an automation. */
const PUBLIC = `
  automationCall deviceAttributesReport deviceClaimOffer deviceCommandAnswer deviceProvision deviceQuestion
  deviceTelemetry gatewayTelemetry logout pclogin recordByLinkMove sharedBoardQuery
`;

const READS = /:(list|get|export)$/;
const writing = Object.values(operations).filter(({ method }) => method !== 'get' && method !== 'head');
const named = (list: string): string[] => list.trim().split(/\s+/);
const idsOf = (isIncluded: (operation: (typeof writing)[number]) => boolean): string[] =>
  writing
    .filter(isIncluded)
    .map(({ id }) => id)
    .sort();

it.each([
  ['ask for a right to read', WITH_RIGHT_TO_READ, idsOf(({ permission }) => READS.test(permission ?? ''))],
  [
    'are open to each signed-in user',
    SIGNED_IN,
    idsOf(({ permission, access }) => permission === null && access === 'session'),
  ],
  ['are public', PUBLIC, idsOf(({ permission, access }) => permission === null && access === 'public')],
])('only these calls that may write %s', (_, list, found) => {
  expect(found).toEqual(named(list));
});
