/** Checks that the wires of a diagram end at existing terminals. Its schema checks everything else. */
import { type Diagram, diagramOf, symbolsByKey, terminalAt } from '../../../runtime/core/diagram/diagram.ts';
import type { Values } from '../../../runtime/core/rules/rule.ts';
import type { EntityHooks } from '../../engine/hooks.ts';
import { AppError } from '../../platform/errors/errors.ts';

function checkDiagram(diagram: Diagram): void {
  const seen = new Set<string>();
  diagram.symbols.forEach(({ key }, place) => {
    if (seen.has(key)) throw new AppError('diagram.sameKey', { key }, { field: `/symbols/${place}/key` });
    seen.add(key);
  });
  const byKey = symbolsByKey(diagram);
  diagram.wires.forEach(({ from, fromPort, to, toPort }, place) => {
    for (const [end, key, port] of [
      ['from', from, fromPort],
      ['to', to, toPort],
    ] as const) {
      const symbol = byKey.get(key);
      if (!symbol || !terminalAt(symbol, port))
        throw new AppError('diagram.noTerminal', { key, port }, { field: `/wires/${place}/${end}` });
    }
    if (from === to) throw new AppError('diagram.ownWire', { key: from }, { field: `/wires/${place}/to` });
  });
}

const checked = (values: Values): Values => {
  checkDiagram(diagramOf(values as { symbols: unknown; wires: unknown }));
  return values;
};

export const diagramHooks = {
  deviceDiagram: { beforeCreate: checked, beforeUpdate: checked },
} satisfies Record<string, EntityHooks>;
