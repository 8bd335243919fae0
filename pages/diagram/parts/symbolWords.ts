/** Texts for symbols: kind, name, and description for screen readers. */
import { useCallback } from 'react';
import { dictionaries } from '../../../runtime/core/definitions/dictionaries.ts';
import type { DiagramSymbol, SymbolKind } from '../../../runtime/core/diagram/diagram.ts';
import type { Supply } from '../../../runtime/core/diagram/supply.ts';
import { useT, useText } from '../../../runtime/kit/i18n/index.ts';
import texts from '../texts.json';

export function useKindTitle(): (kind: SymbolKind) => string {
  const text = useText();
  return useCallback(
    (kind) => {
      const entry = dictionaries.diagramSymbol.entries.find(({ value }) => value === kind);
      return entry ? text(entry.title) : kind;
    },
    [text],
  );
}

/** Returns a function that returns a symbol's name, or otherwise its kind. */
export function useSymbolName(): (symbol: DiagramSymbol) => string {
  const kindTitle = useKindTitle();
  return useCallback(({ name, kind, key }) => name || `${kindTitle(kind)} ${key}`, [kindTitle]);
}

/** Returns a function that describes a symbol by name, kind and supply. */
export function useSymbolWords(): (symbol: DiagramSymbol, supply: Supply | undefined) => string {
  const t = useT(texts);
  const kindTitle = useKindTitle();
  return useCallback(
    ({ name, kind }, supply) =>
      [name, kindTitle(kind), supply && t(`diagram.${supply}`)].filter(Boolean).join(', '),
    [t, kindTitle],
  );
}
