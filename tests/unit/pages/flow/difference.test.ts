import { describe, expect, it } from 'vitest';
import type { FlowNode } from '../../../../generated/definition.ts';
import { flowDifference } from '../../../../pages/flow/model/difference.ts';

const title = (en: string) => ({ zh: en, en });
const step = (name: string, more: object = {}): FlowNode => ({
  ...{ do: 'approve', name, title: title(name), by: { manager: true }, mode: 'any' },
  ...more,
});
const branch = (name: string, ...paths: FlowNode[][]): FlowNode => ({
  ...{ do: 'branch', name, title: title(name) },
  paths: paths.map((steps, at) => ({ title: title(`Path ${at}`), steps })),
});

const differences = (before: FlowNode[], after: FlowNode[]) =>
  flowDifference(before, after).map(({ kind, node, settings }) => [kind, node.name, ...settings].join(' '));

describe('the difference of two versions of a flow', () => {
  it('is empty for equal ones, however their settings are written', () => {
    expect(
      differences([step('a', { mode: 'any', hours: 2 })], [step('a', { hours: 2, mode: 'any' })]),
    ).toEqual([]);
  });

  it('lists added and removed parts, at any depth', () => {
    const before = [step('a'), branch('b', [step('c')], [])];
    const after = [step('a'), branch('b', [], [step('d')])];
    expect(differences(before, after)).toEqual(['added d', 'removed c']);
  });

  it('lists changed settings as the panel of a part groups them', () => {
    const after = step('a', { title: title('A'), mode: 'all', hours: 4, working: true, may: ['add'] });
    expect(differences([step('a')], [after])).toEqual(['changed a title modes limit may']);
    expect(differences([step('a', { hours: 4 })], [step('a', { hours: 4, working: true })])).toEqual([
      'changed a limit',
    ]);
  });

  it('shows the fewest possible parts as moved, also into a path', () => {
    const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => step(name));
    expect(differences([a!, b!, c!, d!], [d!, a!, b!, c!])).toEqual(['moved d']);
    expect(differences([a!, branch('x', [], [])], [branch('x', [a!], [])])).toEqual(['moved a']);
  });

  it('compares the conditions of paths, and how they are joined', () => {
    const path = (when?: object) => [{ title: title('P'), steps: [], ...(when && { when }) }];
    const before = { ...branch('b'), paths: path({ required: ['days'] }) } as FlowNode;
    const after = { ...branch('b'), paths: path({ required: ['type'] }) } as FlowNode;
    expect(differences([before], [after])).toEqual(['changed b paths']);
    const both = { do: 'parallel', name: 'p', title: title('p'), paths: path(), join: 'all' } as FlowNode;
    expect(differences([both], [{ ...both, join: 'first' } as FlowNode])).toEqual(['changed p join']);
  });
});
