/** Turns a flow into the steps of one request. Its conditions are evaluated once, with the record. */
import type {
  ApprovalStep,
  Condition,
  FlowBranch,
  FlowCopy,
  FlowNode,
  FlowPath,
} from '../../../generated/definition.ts';
import type { Flow } from '../../../runtime/core/flow/walk.ts';
import { isConditionMet, type Values } from '../../../runtime/core/rules/rule.ts';
import type { Plan } from './plan.ts';

interface Numbered {
  no: number;
  /** 0 at the top of the flow. Each nested path adds one. */
  depth: number;
}

export interface PlannedStep extends Numbered {
  node: ApprovalStep | FlowCopy | FlowBranch;
  /** True if the condition of the step is not fulfilled. */
  skipped: boolean;
  /** The chosen path of a branch. */
  path: FlowPath | null;
}

export interface Planned {
  plan: Plan;
  steps: PlannedStep[];
}

/** Removes empty fields, because conditions treat them as absent. */
const filledValues = (record: Values): Values =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null));

/** Numbers the steps in reading order. */
export function planFlow(flow: Flow, record: Values): Planned {
  const values = filledValues(record);
  const isMet = (when: Condition | undefined) => !when || isConditionMet(when, values);
  const steps: PlannedStep[] = [];
  const add = (step: Pick<PlannedStep, 'node' | 'depth'> & Partial<PlannedStep>): number =>
    steps.push({ skipped: false, path: null, ...step, no: steps.length + 1 });
  const planNode = (node: FlowNode, depth: number): Plan => {
    switch (node.do) {
      case 'approve':
        return [add({ node, depth, skipped: !isMet(node.when) })];
      case 'copy':
        return [add({ node, depth })];
      case 'branch': {
        const path = node.paths.find(({ when }) => isMet(when));
        if (!path) return [];
        return [add({ node, depth, path }), ...planPart(path.steps, depth + 1)];
      }
      case 'parallel': {
        const branches = node.paths.map(({ steps: inner }) => planPart(inner, depth + 1));
        return [{ join: node.join, branches }];
      }
    }
  };
  const planPart = (part: Flow, depth: number): Plan => part.flatMap((node) => planNode(node, depth));
  const plan = planPart(flow, 0);
  return { plan, steps };
}
