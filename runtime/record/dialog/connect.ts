/** Registers the dialog that creates records for forms, as a side effect. Modules that compose screens import it. */
import { setNewRecordDialog } from '../../form/controls/choice/newRecord.ts';

setNewRecordDialog(async () => (await import('./RecordDialog.tsx')).RecordDialog);
