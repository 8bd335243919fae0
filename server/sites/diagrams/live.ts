/** A wiring diagram with its current state (C148): values, breaker positions, and energized parts. */
import type { components } from '../../../generated/api.ts';
import {
  type Diagram,
  type DiagramSymbol,
  diagramOf,
  variablesOf,
} from '../../../runtime/core/diagram/diagram.ts';
import { positionsOf, suppliesOf } from '../../../runtime/core/diagram/supply.ts';
import { seen } from '../../engine/access/scopedRecords.ts';
import type { HandlerContext } from '../../engine/context.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { variablesSeen } from '../telemetry/variableAccess.ts';

export type DiagramData = components['schemas']['DiagramData'];
type Value = DiagramData['values'][number];
export type DiagramContext = Pick<HandlerContext, 'db' | 'session' | 'telemetry'>;

export interface StoredDiagram {
  name: string;
  stationSn: string;
  version: number;
  diagram: Diagram;
}

/** Reads the diagram with the caller's permissions. 404 if the caller may not see it. */
export const readDiagram = ({ db, session }: DiagramContext, id: number): Promise<StoredDiagram> =>
  db.tenant(session.tenantId, async (trx) => {
    const row = await trx
      .selectFrom(seen(trx, session, 'deviceDiagram', 'get').as('d'))
      .select(['d.name', 'd.stationSn', 'd.version', 'd.symbols', 'd.wires'])
      .where('d.id', '=', id)
      .executeTakeFirst();
    if (!row) throw new AppError('http.notFound');
    // A role may hide each of these fields.
    const { name, stationSn, version, symbols, wires } = row;
    const diagram = diagramOf({ symbols: symbols ?? [], wires: wires ?? [] });
    return { name: name ?? '', stationSn: stationSn ?? '', version: Number(version), diagram };
  });

/** Returns the position of a breaker. Unknown if the value is old, because the breaker may have switched since. */
function closedBy(values: ReadonlyMap<string, Value>, { stateSn, closedValue }: DiagramSymbol) {
  const read = stateSn ? values.get(stateSn) : undefined;
  if (!read || read.stale || typeof read.value !== 'number') return null;
  return read.value === (closedValue ?? 1);
}

export async function readDiagramData(
  ctx: DiagramContext,
  { diagram, version }: StoredDiagram,
): Promise<DiagramData> {
  const sns = variablesOf(diagram);
  const variables = await variablesSeen(ctx, sns);
  const values = ctx.telemetry
    .latest(variables)
    .map(({ data, ...reading }): Value => ({ ...reading, value: data }));
  const bySn = new Map(values.map((value) => [value.sn, value]));
  const positions = positionsOf(diagram, (symbol) => (symbol.stateSn ? closedBy(bySn, symbol) : undefined));
  const supplies = suppliesOf(diagram, positions);
  return {
    version,
    values,
    states: diagram.symbols.map((symbol) => ({
      key: symbol.key,
      closed: positions.get(symbol.key) ?? null,
      supply: supplies.of(symbol),
    })),
    missing: sns.filter((sn) => !bySn.has(sn)),
  };
}
