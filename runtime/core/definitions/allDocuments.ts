/** Registers all documents as a side effect. Imported by code that shows records of any entity. */
import { documents } from '../../../generated/documents.ts';
import { documentRegistry } from './documents.ts';

documentRegistry.bring(documents);

// The registry of documents handles hot updates.
import.meta.hot?.accept('../../../generated/documents.ts', () => undefined);
