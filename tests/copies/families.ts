/**
 * The records that are copied. They are families whose definitions refer to each other, with the programs that use
 * them.
 */
import type { Json } from './renaming.ts';

export interface Family {
  entities: readonly string[];
  /** Expressions by `entity.field`. They replace programs that compute these fields of the original. */
  computed?: Readonly<Record<string, Json>>;
  /** Programs that create its demo records. */
  demo: readonly string[];
  /**
   * Programs that mention the family in separate lines, and a mark that identifies these lines. They are repeated for
   * the copies.
   */
  lines: readonly (readonly [file: string, mark: string])[];
  /** Its tests, and their helpers that name its records. */
  tests: readonly string[];
}

const EVERY_RECORD = 'tests/support/records/everyRecord.ts';

/** An order with its lines and instalments, and all its receipts and invoices. */
const ORDER: Family = {
  entities: [
    'salesOrder',
    'orderLine',
    'orderPay',
    'orderFile',
    'orderRelation',
    'orderWeeklyReport',
    'contractFile',
    'orderReceipt',
    'orderReceiptMatch',
    'orderInvoice',
    'orderInvoiceLine',
    'orderInvoiceRecord',
  ],
  demo: ['business/customerOrders', 'business/salesOrders', 'business/workedOrder'],
  lines: [
    ['demo/business/sales.ts', 'seedOrders'],
    [EVERY_RECORD, 'stagedOrders'],
  ],
  tests: [
    'api/business/cashLimits.test.ts',
    'api/business/customerOwners.test.ts',
    'api/business/moneyScenarios.test.ts',
    'api/business/orderCalls.test.ts',
    'api/business/orderToCash.test.ts',
    'api/business/receivables.test.ts',
    'browser/records/recordMarks.test.ts',
    'support/records/cash.ts',
    'support/records/orderToCash.ts',
    'support/records/stagedOrders.ts',
  ],
};

/**
 * Leave with its approval. The copies have no balances, because a program maintains these. All days count, worked or
 * not.
 */
const LEAVE: Family = {
  entities: ['leave', 'leaveDay'],
  computed: { 'leave.days': 'dateDiff(startDate, endDate) + 1' },
  demo: [],
  lines: [[EVERY_RECORD, '  leave: {']],
  tests: [
    'api/approvals/approvalAsks.test.ts',
    'api/approvals/approvalChosen.test.ts',
    'api/approvals/approvalFlow.test.ts',
    'api/approvals/approvalPaths.test.ts',
    'api/business/leaveCalls.test.ts',
    'browser/approvals/approval.test.ts',
    'browser/approvals/approvalFlow.test.ts',
    'support/people/flows.ts',
    'support/people/leave.ts',
  ],
};

/** Inspections with their plans and templates, and the resulting work orders. */
const INSPECTION: Family = {
  entities: [
    'inspection',
    'inspectionItem',
    'inspectionRound',
    'inspectionPlan',
    'inspectionPlanPlace',
    'inspectionPlanCrew',
    'inspectionTemplate',
    'inspectionTemplateItem',
    'siteWorksheet',
    'worksheetTask',
    'worksheetDoItem',
  ],
  demo: ['assets/inspections'],
  lines: [
    ['demo/index.ts', 'seedInspections'],
    [EVERY_RECORD, 'makeTemplate'],
  ],
  tests: [
    'api/business/inspection.test.ts',
    'api/records/calls/recordCalls.test.ts',
    'browser/shell/offline.test.ts',
    'support/records/inspections.ts',
  ],
};

export const FAMILIES: readonly Family[] = [ORDER, LEAVE, INSPECTION];
