/**
 * Registers the dialog that creates records for forms. The modules that compose screens import this file for its
 * effect.
 */
import { setNewRecordDialog } from '../../form/controls/choice/newRecord.ts';

setNewRecordDialog(async () => (await import('./RecordDialog.tsx')).RecordDialog);
