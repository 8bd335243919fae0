/** The records that are copied: families whose definitions refer to one another, with the programs that play them. */
import type { Json } from './renaming.ts';

export interface Family {
  entities: readonly string[];
  /** Expressions by `entity.field`, in place of programs that give the fields of the first their values. */
  computed?: Readonly<Record<string, Json>>;
  /** Programs that make its records of the demo. */
  demo: readonly string[];
  /** Programs that name it in lines of their own, which are repeated for the copies, and how these lines are known. */
  lines: readonly (readonly [file: string, mark: string])[];
  /** Its tests, and what they use that names its records. */
  tests: readonly string[];
}

const EVERY_RECORD = 'tests/support/records/everyRecord.ts';

/** An order with its lines and instalments, and everything that is received and invoiced for it. */
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

/** Leave with its approval. The copies have no balances, for a program keeps these; all days count, worked or not. */
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

/** Inspections with their plans and templates, and the work orders that follow from them. */
const INSPECTION: Family = {
  entities: [
    'inspection',
    'inspectionItem',
    'inspectionRound',
    'inspectionPlan',
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
