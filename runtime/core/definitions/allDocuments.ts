/** Adds all documents. It is imported for this effect by code that shows records of any entity. */
import { documents } from '../../../generated/documents.ts';
import { documentRegistry } from './documents.ts';

documentRegistry.bring(documents);

// The registry of documents handles a change.
import.meta.hot?.accept('../../../generated/documents.ts', () => undefined);
