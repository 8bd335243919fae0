/** R082: shows whether converters are connected to the grid, with the two steps that change it. */
import type { Calls } from '../../generated/calls.ts';
import type { HandlerContext } from '../engine/context.ts';
import { executeSwitch, prepareSwitch, readGridConnection } from '../sites/connection/index.ts';

export const gridConnectionCalls = {
  gridConnection: ({ query: { stationSn } }, ctx) => readGridConnection(ctx, stationSn),
  gridSwitchPrepare: ({ body }, ctx) => prepareSwitch(ctx, body),
  gridSwitchExecute: ({ path: { id } }, ctx) => executeSwitch(ctx, id),
} satisfies Partial<Calls<HandlerContext>>;
