/** Turns a flow into the steps of one request: the conditions are asked of its record, once and for all. */
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
  /** 0 at the top of the flow; each path is one deeper. */
  depth: number;
}

export interface PlannedStep extends Numbered {
  node: ApprovalStep | FlowCopy | FlowBranch;
  /** Its condition does not hold. */
  skipped: boolean;
  /** The path of a branch that is taken. */
  path: FlowPath | null;
}

export interface Planned {
  plan: Plan;
  steps: PlannedStep[];
}

/** An empty field counts as absent. */
const filledValues = (record: Values): Values =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null));

/** Numbers the steps in the order in which they are read. */
export function planFlow(flow: Flow, record: Values): Planned {
  const values = filledValues(record);
  const holds = (when: Condition | undefined) => !when || isConditionMet(when, values);
  const steps: PlannedStep[] = [];
  const add = (step: Pick<PlannedStep, 'node' | 'depth'> & Partial<PlannedStep>): number =>
    steps.push({ skipped: false, path: null, ...step, no: steps.length + 1 });
  const planNode = (node: FlowNode, depth: number): Plan => {
    switch (node.do) {
      case 'approve':
        return [add({ node, depth, skipped: !holds(node.when) })];
      case 'copy':
        return [add({ node, depth })];
      case 'branch': {
        const path = node.paths.find(({ when }) => holds(when));
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
