import type { DocumentDefinition } from '../../../generated/definition.ts';
import { documents as built } from '../../../generated/documents.ts';
import { createRegistry } from './registry.ts';

export const documentRegistry = createRegistry<DocumentDefinition>('documents', built);

import.meta.hot?.accept('../../../generated/documents.ts', (now) => {
  if (now) documentRegistry.rebuild(now.documents);
});
